import { bash, type Guide, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: ({ issuer, appId, redirectUri, signOutUri }) => [
    step(
      'install',
      snippet(
        'kotlin',
        'app/build.gradle.kts',
        `android {
    defaultConfig {
        manifestPlaceholders["appAuthRedirectScheme"] = "${redirectUri.split(':')[0]}"
    }
}

dependencies {
    implementation("net.openid:appauth:0.11.1")
}
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'kotlin',
        'app/src/main/java/com/example/app/SignInActivity.kt',
        `package com.example.app

import android.net.Uri
import android.os.Bundle
import androidx.activity.result.contract.ActivityResultContracts.StartActivityForResult
import androidx.appcompat.app.AppCompatActivity
import net.openid.appauth.AuthState
import net.openid.appauth.AuthorizationException
import net.openid.appauth.AuthorizationRequest
import net.openid.appauth.AuthorizationResponse
import net.openid.appauth.AuthorizationService
import net.openid.appauth.AuthorizationServiceConfiguration
import net.openid.appauth.ResponseTypeValues

class SignInActivity : AppCompatActivity() {
    private val service by lazy { AuthorizationService(this) }
    private var state = AuthState()

    private val signIn = registerForActivityResult(StartActivityForResult()) { result ->
        val data = result.data ?: return@registerForActivityResult
        val response = AuthorizationResponse.fromIntent(data)
        state.update(response, AuthorizationException.fromIntent(data))
        if (response == null) return@registerForActivityResult
        service.performTokenRequest(response.createTokenExchangeRequest()) { tokens, error ->
            state.update(tokens, error)
            title = state.parsedIdToken?.subject
        }
    }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        AuthorizationServiceConfiguration.fetchFromIssuer(Uri.parse("${issuer}")) { configuration, _ ->
            if (configuration == null) return@fetchFromIssuer
            val request = AuthorizationRequest.Builder(
                configuration,
                "${appId}",
                ResponseTypeValues.CODE,
                Uri.parse("${redirectUri}"),
            ).setScope("openid profile offline_access").setPrompt("consent").build()
            signIn.launch(service.getAuthorizationRequestIntent(request))
        }
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
        .setPostLogoutRedirectUri(Uri.parse("${signOutUri}"))
        .build()
    return getEndSessionRequestIntent(request)
}
`,
      ),
    ),
    step('run', bash('./gradlew installDebug')),
  ],
};
