import {
  allowPlainHttp,
  bash,
  forwardToAndroid,
  type Guide,
  type GuideApi,
  type GuideValues,
  infoPlist,
  isInsecure,
  snippet,
  step,
} from './guide.ts';

const orders = ({ resource, url }: GuideApi, { appId, redirectUri, issuer }: GuideValues, plain: string) =>
  snippet(
    'dart',
    'lib/orders.dart',
    `import 'package:flutter_appauth/flutter_appauth.dart';
import 'package:http/http.dart' as http;

const _appAuth = FlutterAppAuth();

/// Calls the API for one user.
class Orders {
  Orders(this._refreshToken);

  String? _refreshToken;

  /// Returns the answer of the API, or null if the user has to sign in again.
  Future<String?> load() async {
    try {
      final headers = {'Authorization': 'Bearer \${await _accessToken()}'};
      final response = await http.get(Uri.parse('${url}'), headers: headers);
      // The API rejects the token. Sign in again to get a new one.
      if (response.statusCode == 401) return null;
      return response.statusCode == 200 ? response.body : 'The API answered \${response.statusCode}';
    } on FlutterAppAuthPlatformException catch (error) {
      // The refresh token has expired or was revoked.
      if (error.platformErrorDetails.error == 'invalid_grant') return null;
      return 'No token: \${error.message}';
    } on http.ClientException catch (error) {
      return 'The API did not answer: \${error.message}';
    }
  }

  Future<String?> _accessToken() async {
    final tokens = await _appAuth.token(
      TokenRequest(
        '${appId}',
        '${redirectUri}',
        issuer: '${issuer}',
        refreshToken: _refreshToken,
        additionalParameters: {'resource': '${resource}'},${plain && `\n        ${plain}`}
      ),
    );
    // A refresh token works once. Keep the next one.
    _refreshToken = tokens.refreshToken ?? _refreshToken;
    return tokens.accessToken;
  }
}
`,
  );

const loadOrders = `
  Future<void> _load() async {
    final answer = await _orders?.load();
    if (answer != null) return setState(() => _answer = answer);
    setState(() => _idToken = null);
    await _toggle();
  }
`;

const withOrders = `Column(
          mainAxisSize: MainAxisSize.min,
          children: [
            Text(idToken == null ? 'Signed out' : _nameOf(idToken)),
            if (idToken != null) TextButton(onPressed: _load, child: const Text('Load orders')),
            Text(_answer),
          ],
        )`;

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: ({ api, ...values }) => [
    step('install', bash(`flutter pub add flutter_appauth${api ? ' http' : ''}`)),
    step(
      'scheme',
      snippet(
        'kotlin',
        'android/app/build.gradle.kts',
        `android {
    defaultConfig {
        manifestPlaceholders["appAuthRedirectScheme"] = "${values.redirectUri.split(':')[0]}"
    }
}
`,
      ),
      ...allowPlainHttp(values, 'android/app'),
      infoPlist(values, 'ios/Runner/Info.plist'),
    ),
    step(
      'sign_in',
      snippet(
        'dart',
        'lib/auth.dart',
        `import 'package:flutter_appauth/flutter_appauth.dart';

const _appAuth = FlutterAppAuth();

Future<AuthorizationTokenResponse> signIn() {
  return _appAuth.authorizeAndExchangeCode(
    AuthorizationTokenRequest(
      '${values.appId}',
      '${values.redirectUri}',
      issuer: '${values.issuer}',
      scopes: ['openid', 'profile', 'offline_access'${api ? `, '${api.scope}'` : ''}],${
        api ? `\n      additionalParameters: {'resource': '${api.resource}'},` : ''
      }
      promptValues: ['consent'],${isInsecure(values) ? '\n      allowInsecureConnections: true,' : ''}
    ),
  );
}

Future<void> signOut(String idToken) async {
  await _appAuth.endSession(
    EndSessionRequest(
      idTokenHint: idToken,
      postLogoutRedirectUrl: '${values.signOutUri}',
      issuer: '${values.issuer}',${isInsecure(values) ? '\n      allowInsecureConnections: true,' : ''}
    ),
  );
}
`,
      ),
    ),
    step(
      'user',
      snippet(
        'dart',
        'lib/main.dart',
        `import 'dart:convert';

import 'package:flutter/material.dart';

import 'auth.dart';
${api ? "import 'orders.dart';\n" : ''}
void main() => runApp(const MaterialApp(home: HomePage()));

Map<String, dynamic> claimsOf(String idToken) {
  final payload = base64Url.normalize(idToken.split('.')[1]);
  return jsonDecode(utf8.decode(base64Url.decode(payload))) as Map<String, dynamic>;
}

String _nameOf(String idToken) {
  final claims = claimsOf(idToken);
  return '\${claims['name'] ?? claims['username']}';
}

class HomePage extends StatefulWidget {
  const HomePage({super.key});

  @override
  State<HomePage> createState() => _HomePageState();
}

class _HomePageState extends State<HomePage> {
  String? _idToken;${api ? "\n  Orders? _orders;\n  String _answer = '';" : ''}

  Future<void> _toggle() async {
    final idToken = _idToken;
    if (idToken != null) {
      await signOut(idToken);
      setState(() => _idToken = null);
      return;
    }
    final tokens = await signIn();
    setState(() => _idToken = tokens.idToken);${api ? '\n    _orders = Orders(tokens.refreshToken);' : ''}
  }
${api ? loadOrders : ''}
  @override
  Widget build(BuildContext context) {
    final idToken = _idToken;
    return Scaffold(
      body: Center(
        child: ${api ? withOrders : "Text(idToken == null ? 'Signed out' : _nameOf(idToken))"},
      ),
      floatingActionButton: FloatingActionButton(onPressed: _toggle, child: const Icon(Icons.person)),
    );
  }
}
`,
      ),
    ),
    ...(api
      ? [step('your_api', orders(api, values, isInsecure(values) ? 'allowInsecureConnections: true,' : ''))]
      : []),
    step('run', bash(`${forwardToAndroid(values, api)}flutter run`)),
  ],
};
