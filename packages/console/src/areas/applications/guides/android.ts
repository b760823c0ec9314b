import {
  allowPlainHttp,
  bash,
  forwardToAndroid,
  type Guide,
  type GuideApi,
  isInsecure,
  snippet,
  step,
} from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'kotlin',
    'app/src/main/java/com/example/app/Orders.kt',
    `package com.example.app

import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import kotlin.concurrent.thread
import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationService

/** The access token is for this API, at sign-in and when it is renewed. */
val api = mapOf("resource" to "${resource}")

/** Passes on the answer of the API, or null if the user has to sign in again. */
fun AuthorizationService.loadOrders(state: AuthState, done: (String?) -> Unit) =
    state.performActionWithFreshTokens(this, api) { accessToken, _, _ ->
        // The refresh token has expired or was revoked.
        if (accessToken == null) done(null) else thread {
            val connection = URL("${url}").openConnection() as HttpURLConnection
            connection.setRequestProperty("Authorization", "Bearer $accessToken")
            val answer = try {
                when (val status = connection.responseCode) {
                    200 -> connection.inputStream.bufferedReader().readText()
                    // The API rejects the token. Sign in again to get a new one.
                    401 -> null
                    else -> "The API answered $status"
                }
            } catch (error: IOException) {
                "The API did not answer: $error"
            }
            done(answer)
        }
    }
`,
  );

const loadOrders = `
    fun load() = service.loadOrders(state) { answer ->
        runOnUiThread { if (answer == null) enter() else setTitle(answer) }
    }
`;

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: ({ api, ...values }) => [
    step(
      'install',
      snippet(
        'kotlin',
        'app/build.gradle.kts',
        `android {
    defaultConfig {
        manifestPlaceholders["appAuthRedirectScheme"] = "${values.redirectUri.split(':')[0]}"
    }
}

dependencies {
    implementation("net.openid:appauth:0.11.1")
}
`,
      ),
      ...allowPlainHttp(values, 'app'),
    ),
    step(
      'sign_in',
      snippet(
        'kotlin',
        'app/src/main/java/com/example/app/SignInActivity.kt',
        `package com.example.app

import android.net.Uri
import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts.StartActivityForResult
${
  isInsecure(values)
    ? `import java.net.HttpURLConnection
import java.net.URL
import net.openid.appauth.AppAuthConfiguration
`
    : ''
}import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationException
import net.openid.appauth.AuthorizationRequest
import net.openid.appauth.AuthorizationResponse
import net.openid.appauth.AuthorizationService
import net.openid.appauth.AuthorizationServiceConfiguration
import net.openid.appauth.ResponseTypeValues
${
  isInsecure(values)
    ? `import net.openid.appauth.connectivity.ConnectionBuilder

/** Development only: AppAuth rejects plain HTTP by default. */
private val plainHttp = ConnectionBuilder { URL(it.toString()).openConnection() as HttpURLConnection }
private val settings =
    AppAuthConfiguration.Builder().setConnectionBuilder(plainHttp).setSkipIssuerHttpsCheck(true).build()
`
    : ''
}
class SignInActivity : ComponentActivity() {
    private val service by lazy { AuthorizationService(this${isInsecure(values) ? ', settings' : ''}) }
    private var state = AuthState()

    private val signIn = registerForActivityResult(StartActivityForResult()) { result ->
        val data = result.data ?: return@registerForActivityResult
        val response = AuthorizationResponse.fromIntent(data)
        state.update(response, AuthorizationException.fromIntent(data))
        if (response == null) return@registerForActivityResult
        service.performTokenRequest(response.createTokenExchangeRequest(${api ? 'api' : ''})) { tokens, error ->
            state.update(tokens, error)
            title = state.parsedIdToken?.additionalClaims?.let { it["name"] ?: it["username"] }?.toString()
        }
    }

    private val signOut = registerForActivityResult(StartActivityForResult()) { state = AuthState() }

    fun leave() = signOut.launch(service.signOutIntent(state))
${api ? loadOrders : ''}
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        enter()
    }

    private fun enter() {
        val issuer = Uri.parse("${values.issuer}")
        AuthorizationServiceConfiguration.fetchFromIssuer(issuer, { configuration, _ ->
            if (configuration == null) return@fetchFromIssuer
            val request = AuthorizationRequest.Builder(
                configuration,
                "${values.appId}",
                ResponseTypeValues.CODE,
                Uri.parse("${values.redirectUri}"),
            ).setScope("openid profile offline_access${api ? ` ${api.scope}` : ''}").setPrompt("consent")${
              api ? '.setAdditionalParameters(api)' : ''
            }.build()
            signIn.launch(service.getAuthorizationRequestIntent(request))
        }${isInsecure(values) ? ', plainHttp' : ''})
    }

    override fun onDestroy() {
        service.dispose()
        super.onDestroy()
    }
}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'kotlin',
        'app/src/main/java/com/example/app/SignOut.kt',
        `package com.example.app

import android.content.Intent
import android.net.Uri
import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationService
import net.openid.appauth.EndSessionRequest

fun AuthorizationService.signOutIntent(state: AuthState): Intent {
    val request = EndSessionRequest.Builder(state.authorizationServiceConfiguration!!)
        .setIdTokenHint(state.idToken)
        .setPostLogoutRedirectUri(Uri.parse("${values.signOutUri}"))
        .build()
    return getEndSessionRequestIntent(request)
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`${forwardToAndroid(values, api)}./gradlew installDebug`)),
  ],
};
