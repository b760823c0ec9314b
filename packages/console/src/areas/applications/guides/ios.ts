import { bash, type Guide, type GuideApi, infoPlist, snippet, step } from './guide.ts';

const orders = ({ resource, url }: GuideApi) =>
  snippet(
    'swift',
    'Auth.swift',
    `extension Auth {
    /// Passes on the answer of the API, or nil if the user has to sign in again.
    func loadOrders(_ done: @escaping (String?) -> Void) {
        let finish = { (answer: String?) in DispatchQueue.main.async { done(answer) } }
        state?.performAction(freshTokens: { accessToken, _, _ in
            guard let accessToken else { return finish(nil) }
            var request = URLRequest(url: URL(string: "${url}")!)
            request.setValue("Bearer \\(accessToken)", forHTTPHeaderField: "Authorization")
            URLSession.shared.dataTask(with: request) { data, response, error in
                guard let data, let status = (response as? HTTPURLResponse)?.statusCode else {
                    return finish(error?.localizedDescription ?? "No answer")
                }
                // The API rejects the token. Sign in again to get a new one.
                if status == 401 { return finish(nil) }
                finish(status == 200 ? String(decoding: data, as: UTF8.self) : "The API answered \\(status)")
            }.resume()
        }, additionalRefreshParameters: ["resource": "${resource}"])
    }
}
`,
  );

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: ({ api, ...values }) => [
    step(
      'install',
      snippet(
        'swift',
        'Package.swift',
        `.package(url: "https://github.com/openid/AppAuth-iOS.git", from: "2.0.0")
`,
      ),
    ),
    step('scheme', infoPlist(values, 'Info.plist')),
    step(
      'sign_in',
      snippet(
        'swift',
        'Auth.swift',
        `import AppAuth
import UIKit

final class Auth {
    private(set) var state: OIDAuthState?
    private var session: OIDExternalUserAgentSession?

    func signIn(from controller: UIViewController, done: @escaping (Error?) -> Void) {
        let issuer = URL(string: "${values.issuer}")!
        OIDAuthorizationService.discoverConfiguration(forIssuer: issuer) { configuration, error in
            guard let configuration else { return done(error) }
            let request = OIDAuthorizationRequest(
                configuration: configuration,
                clientId: "${values.appId}",
                scopes: [OIDScopeOpenID, OIDScopeProfile, "offline_access"${api ? `, "${api.scope}"` : ''}],
                redirectURL: URL(string: "${values.redirectUri}")!,
                responseType: OIDResponseTypeCode,
                additionalParameters: ["prompt": "consent"${api ? `, "resource": "${api.resource}"` : ''}]
            )
            self.session = OIDAuthState.authState(byPresenting: request, presenting: controller) { state, error in
                self.state = state
${
  api
    ? `                // This token is for the profile of the user. The next one is for the API.
                state?.setNeedsTokenRefresh()
`
    : ''
}                done(error)
            }
        }
    }
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'swift',
        'Auth.swift',
        `extension Auth {
    var claims: [AnyHashable: Any]? {
        guard let token = state?.lastTokenResponse?.idToken else { return nil }
        return OIDIDToken(idTokenString: token)?.claims
    }

    func withAccessToken(_ use: @escaping (String?, Error?) -> Void) {
        state?.performAction { accessToken, _, error in use(accessToken, error) }
    }
}
`,
      ),
    ),
    step(
      'sign_out',
      snippet(
        'swift',
        'Auth.swift',
        `extension Auth {
    func signOut(from controller: UIViewController, done: @escaping (Error?) -> Void) {
        guard let last = state?.lastAuthorizationResponse, let idToken = state?.lastTokenResponse?.idToken,
              let agent = OIDExternalUserAgentIOS(presenting: controller) else { return done(nil) }
        let request = OIDEndSessionRequest(
            configuration: last.request.configuration,
            idTokenHint: idToken,
            postLogoutRedirectURL: URL(string: "${values.signOutUri}")!,
            additionalParameters: nil
        )
        session = OIDAuthorizationService.present(request, externalUserAgent: agent) { _, error in
            if error == nil { self.state = nil }
            done(error)
        }
    }
}
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash('xcodebuild -scheme App -destination "platform=iOS Simulator,name=iPhone 16" build')),
  ],
};
