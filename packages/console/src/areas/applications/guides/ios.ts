import { bash, type Guide, infoPlist, snippet, step } from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: values => [
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
                scopes: [OIDScopeOpenID, OIDScopeProfile, "offline_access"],
                redirectURL: URL(string: "${values.redirectUri}")!,
                responseType: OIDResponseTypeCode,
                additionalParameters: ["prompt": "consent"]
            )
            self.session = OIDAuthState.authState(byPresenting: request, presenting: controller) { state, error in
                self.state = state
                done(error)
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
    step('run', bash('xcodebuild -scheme App -destination "platform=iOS Simulator,name=iPhone 16" build')),
  ],
};
