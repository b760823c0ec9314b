/**
 * Software of Debian that signs users in with the product, and what it does here. A package that is not installed is not
 * tried. `load` gives a function that tries one part and fails with a sentence.
 */
export const cases = [
  {
    name: 'mod_auth_openidc',
    package: 'libapache2-mod-auth-openidc',
    needs: ['apache2'],
    part: 'relying party in Apache: PKCE, user info, refresh, sign-out at the provider, back-channel logout',
    load: async () => (await import('./mod-auth-openidc.mjs')).signInAndOut,
  },
  {
    name: 'Authlib',
    package: 'python3-authlib',
    needs: ['python3-requests'],
    part: 'relying party in Python: PKCE, ID token, refresh, revocation, sign-out at the provider',
    load: async () => (await import('./authlib.mjs')).signInAndOut,
  },
  {
    name: 'Flask',
    package: 'python3-flask',
    needs: ['python3-authlib', 'python3-requests', 'python3-dotenv'],
    part: 'the guide for Python Flask: sign-in, an API call with its token, sign-out at the provider',
    load: async () => (await import('./guides.mjs')).flask,
  },
  {
    name: 'Django',
    package: 'python3-django',
    needs: ['python3-authlib', 'python3-requests'],
    part: 'the guide for Python Django: sign-in, an API call with its token, sign-out at the provider',
    load: async () => (await import('./guides.mjs')).django,
  },
  {
    name: 'FastAPI',
    package: 'python3-fastapi',
    needs: [
      'python3-authlib',
      'python3-dotenv',
      'python3-httpx',
      'python3-itsdangerous',
      'python3-uvicorn',
      'uvicorn',
    ],
    part: 'the guide for Python FastAPI: sign-in, an API call with its token, sign-out at the provider',
    load: async () => (await import('./guides.mjs')).fastapi,
  },
  {
    name: 'Ruby on Rails',
    package: 'ruby-railties',
    needs: [
      'ruby-bundler',
      'ruby-dotenv',
      'ruby-omniauth-openid-connect',
      'ruby-omniauth-rails-csrf-protection',
      'puma',
    ],
    part: 'the guide for Ruby on Rails: sign-in (without PKCE, which this version lacks), an API call with its token, sign-out at the provider',
    load: async () => (await import('./guides.mjs')).rails,
  },
  {
    name: 'mod_auth_mellon',
    package: 'libapache2-mod-auth-mellon',
    needs: ['apache2'],
    part: 'SAML service provider in Apache: its metadata imported, signed requests, IdP-initiated sign-in, single logout',
    load: async () => (await import('./mellon.mjs')).signIn,
  },
  {
    name: 'SimpleSAMLphp',
    package: 'simplesamlphp',
    needs: ['php-cli', 'php-xml', 'php-mbstring'],
    part: 'SAML service provider: its metadata imported, signed requests, encrypted assertions, single logout',
    load: async () => (await import('./simplesamlphp.mjs')).asServiceProvider,
  },
  {
    name: 'SimpleSAMLphp',
    package: 'simplesamlphp',
    needs: ['php-cli', 'php-xml', 'php-mbstring'],
    part: 'SAML identity provider of an enterprise: signed requests, encrypted assertions, IdP-initiated sign-in, single logout',
    load: async () => (await import('./simplesamlphp.mjs')).asIdentityProvider,
  },
  {
    name: 'pysaml2',
    package: 'python3-pysaml2',
    needs: ['xmlsec1'],
    part: 'SAML service provider: its metadata imported; signed requests; response, assertion or both signed; encrypted assertions; IdP-initiated sign-in; single logout by POST',
    load: async () => (await import('./pysaml2.mjs')).asServiceProvider,
  },
  {
    name: 'pysaml2',
    package: 'python3-pysaml2',
    needs: ['xmlsec1'],
    part: 'SAML identity provider of an enterprise: signed requests; response, assertion or both signed; encrypted assertions',
    load: async () => (await import('./pysaml2.mjs')).asIdentityProvider,
  },
];
