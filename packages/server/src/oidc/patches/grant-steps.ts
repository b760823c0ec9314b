/** The steps of the library's own grants. They are not announced, and a grant of our own must not skip one. */
export {
  buildTokenResponse,
  checkDpopReplay,
  checkDpopRequired,
  findAccount,
  resolveRequestedResources,
  validateClientScope,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js';
