import {
  allowPlainHttp,
  bash,
  forwardToAndroid,
  type Guide,
  infoPlist,
  isInsecure,
  snippet,
  step,
} from './guide.ts';

export const guide: Guide = {
  redirectUri: 'com.example.app://callback',
  signOutUri: 'com.example.app://signed-out',
  steps: values => [
    step('install', bash('flutter pub add flutter_appauth')),
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
      scopes: ['openid', 'profile', 'offline_access'],
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
  String? _idToken;

  Future<void> _toggle() async {
    final idToken = _idToken;
    if (idToken != null) {
      await signOut(idToken);
      setState(() => _idToken = null);
      return;
    }
    final tokens = await signIn();
    setState(() => _idToken = tokens.idToken);
  }

  @override
  Widget build(BuildContext context) {
    final idToken = _idToken;
    return Scaffold(
      body: Center(child: Text(idToken == null ? 'Signed out' : _nameOf(idToken))),
      floatingActionButton: FloatingActionButton(onPressed: _toggle, child: const Icon(Icons.person)),
    );
  }
}
`,
      ),
    ),
    step('run', bash(`${forwardToAndroid(values)}flutter run`)),
  ],
};
