/** The version of the library that these members were read in. Another one: read them again, then change this. */
export const readInVersion = '9.13.3';

/**
 * Every member of the library that we replace, extend or call although its documentation does not offer it. Nothing else of
 * `oidc/` reaches into the library: `npm run check` looks for it.
 */
export const touched = {
  'AuthorizationCode.IN_PAYLOAD': 'A code remembers the sign-in that it came from.',
  'AuthorizationCode.prototype.save': 'A code remembers the sign-in that it came from.',
  'Client.find':
    'Clients are the applications of the tenant, kept in its cache, and client ID metadata documents.',
  'Client.prototype.compareClientSecret': 'An application has several secrets, which expire.',
  'Client.prototype.redirectUriAllowed': 'Redirect URIs can have wildcards.',
  'Client.prototype.postLogoutRedirectUriAllowed': 'Redirect URIs can have wildcards.',
  'IdToken.validate': 'A hint may be signed with an algorithm that the application used before.',
  'OIDCContext.prototype.prompts': 'Users of our own applications consent to offline access by signing in.',
  'OIDCContext.prototype.acr':
    'A client that names levels learns one of those (OpenID Connect Core section 5.5.1.1).',
  'RefreshToken.find': 'A request sees the token as it was when it came, whatever others do meanwhile.',
  'RefreshToken.prototype.consume': 'A refused request does not use the token up.',
  'RefreshToken.prototype.save': 'The same token sent twice gets the same successor.',
  'RefreshToken.prototype.resourceIndicators': 'A refresh token can get tokens for organizations.',
  'ReplayDetection.unique': 'Of two proofs at the same moment one is refused, instead of failing.',
  'Session.IN_PAYLOAD': 'Sessions remember how they came about.',
} as const;

/** Members that each request gets again: no prototype has them. */
export const touchedOfRequests = {
  params: 'Our own APIs can be named by their addresses (RFC 9728), and null bytes are refused.',
  touched: 'A form of a session that is over leads to a new one, instead of failing.',
} as const;

/** Files of the library that its package does not announce, by what we import. */
export const touchedFiles = {
  'oidc-provider/lib/helpers/grants.js':
    'Token exchange is a grant of our own, checked and answered like the others.',
} as const;
