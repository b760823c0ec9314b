/** Phrasings that give translated English away, each with what to write instead. */
export const telltales = [
  { pattern: /\bwhoever\b/i, say: '“users who …” or “the person who …”' },
  { pattern: /^Who (?!(can|has|is|are)\b[^.]*\?)/, say: 'the subject by its name' },
  { pattern: /\b(somebody|nobody|everybody|anybody)\b/i, say: '“users”, “no users”, “all users”' },
  { pattern: /\b(those|the ones) who\b/i, say: '“users who”' },
  { pattern: /\bpeople\b/i, say: '“users” or “members”' },
  { pattern: /\bmend(s|ed)?\b/i, say: '“fix”' },
  { pattern: /\banew\b|\bonce more\b/i, say: '“again”' },
  { pattern: /\bat once\b/i, say: '“immediately” or “at the same time”' },
  { pattern: /\bby (itself|themselves)\b/i, say: '“automatically”' },
  { pattern: /\belsewhere\b/i, say: 'the place by its name' },
  { pattern: /\b(told(?! apart)|tells)\b/i, say: '“shown”, “sent”, “reports”' },
  { pattern: /\bhow .* (is|are) called\b|\bis called\b/i, say: '“name”' },
  { pattern: /\bwords of (your|their) own\b/i, say: '“custom text”' },
  { pattern: /\bground\b/i, say: '“background” or “dark mode”' },
  { pattern: /\bbesides\b/i, say: '“in addition to” or “also”' },
  { pattern: /\b(goes|go|going) on\b/i, say: '“continue”' },
  { pattern: /\bways? in\b/i, say: '“sign-in method”' },
  { pattern: /\b(proven|proved|prove|proves)\b/i, say: '“verified”, “verify”' },
  { pattern: /\bsmall letters?\b|\bcapitals?\b/i, say: '“lowercase”, “uppercase”' },
  { pattern: /\bsecond (step|proof)\b/i, say: '“multi-factor authentication” or “authentication factor”' },
  { pattern: /\bcompany sign-?ins?\b/i, say: '“enterprise SSO”' },
  { pattern: /\block-out\b/i, say: '“lockout”' },
  { pattern: /^codes? by (text message|email)$/i, say: '“SMS code”, “email code”' },
  { pattern: /\b(takes?|taken|took) away\b/i, say: '“remove”' },
  { pattern: /\banswered well\b|\banswers well\b/i, say: '“succeeded”' },
  { pattern: /\bfor good\b/i, say: '“permanently”' },
  { pattern: /\bgood (for|until)\b/i, say: '“valid for”, “expires”' },
  { pattern: /\bwritten down\b/i, say: '“logged” or “recorded”' },
  { pattern: /\bby hand\b/i, say: '“manually”' },
  { pattern: /\b(any ?more|no longer one)\b/i, say: '“no longer”' },
  { pattern: /^(What|Where) (?![^?]*\?)/, say: 'a noun instead of a clause' },
  { pattern: /\bthe one of\b|\bthat of\b/i, say: 'the noun again' },
  { pattern: /\be-mails?\b/i, say: '“email”' },
  { pattern: /\blog ?(in|out) (to|of|with|again)\b|\blogged (in|out)\b/i, say: '“sign in”, “sign out”' },
  // Providers have products with names such as “Facebook Login”.
  {
    pattern: /(?:(?<!\p{Lu}\S* )\bLog|\blog)-?ins?\b(?! hint)|^[Ll]og (in|out)$/u,
    say: '“sign in”, “sign-in”',
  },
  { pattern: /^invalid( \p{L}+)?[.!]?$/iu, say: 'what happened, then what to do' },
  { pattern: /\b(please|oops|sorry|click here)\b/i, say: 'what happened, then what to do' },
  { pattern: /\b(thereby|hereby)\b/i, say: 'two sentences' },
  { pattern: /\b[Ii]ds?\b/, say: '“ID”' },
  {
    pattern: /\b(api|url|uri|json|saml|Saml|Json|Api|Url|Uri)s?\b(?![.:/=_-])/,
    say: 'the acronym in capitals',
  },
  { pattern: /;/, say: 'two sentences' },
];

/** The same for comments and titles of tests, which may be terse and technical where phrases may not. */
export const codeTelltales = [
  { pattern: /\bwho(m?)ever\b/i, say: 'the subject by its name' },
  { pattern: /\b(somebody|nobody|everybody|anybody)\b/i, say: '“a user”, “no request”, “all callers”' },
  { pattern: /\bmend(s|ed|ing)?\b/i, say: '“fix”' },
  { pattern: /\banew\b/i, say: '“again”' },
  { pattern: /\bby (itself|themselves)\b/i, say: '“automatically” or “separately”' },
  { pattern: /\belsewhere\b/i, say: 'the place by its name' },
  { pattern: /\bbesides\b/i, say: '“in addition to”' },
  { pattern: /\b(thereby|hereby)\b/i, say: 'two sentences' },
  { pattern: /^(What|Where|Who|Those|Which) (?!.*\?)/, say: 'the subject by its name' },
  { pattern: /\b(goes|go|going|went) on\b/, say: '“continue”' },
  { pattern: /\bonce more\b/i, say: '“again”' },
  { pattern: /\bany ?more\b/, say: '“no longer”' },
  { pattern: /\bas well\b(?! as)/, say: '“also” or “too”' },
  { pattern: /\bfor good\b/, say: '“permanently”' },
  { pattern: /\bby hand\b/, say: '“manually”' },
  { pattern: /\b(takes?|taken|took) away\b/, say: '“remove”' },
  { pattern: /\blets? in\b/i, say: '“admit”' },
];

export const britishSpellings = [
  /\b\w*(colour|behaviour|favour|honour|labour|neighbour|harbour)\w*\b/i,
  /\b(authori|organi|recogni|customi|initiali|synchroni|normali|minimi|maximi|optimi|personali|seriali|summari|utili|visuali|finali|prioriti|locali|categori|speciali|emphasi|apologi)s(e|es|ed|er|ers|ing|ation|ations)\b/i,
  /\b(cancel|label|travel|model|signal|total)l(ed|ing)\b/i,
  /\b(licence|defence|offence|centre|metre|catalogue|dialogue|cheque|grey|programme|whilst|amongst|enrolment|fulfil|artefact|analyse)s?d?\b/i,
];

/** Names with a capital, in whatever label they are. */
export const names = new Set(['Byron', 'Gatehouse', 'Google', 'Enterprise', 'Turnstile']);

/** Verbs that buttons start with. */
export const verbs = new Set(
  (
    'accept activate add agree allow apply approve ask assign authorize block book cancel change check choose clear ' +
    'close compare confirm connect contact continue copy create deactivate decline delete deny derive disable ' +
    'disconnect discard dismiss download downgrade edit enable end enter erase expire export fill find finish format ' +
    'generate get go grant hide impersonate import install invite issue join keep leave link lock make manage mark move open ' +
    'pause pay preview publish reactivate redeliver refresh reject remove rename replace replay report request ' +
    'require resend reset restore resume retry return revoke rotate run save schedule scan search select send set ' +
    'show sign skip start stay stop submit suspend switch test transfer try turn unblock undo unlink unlock update ' +
    'upgrade upload use verify view withdraw write'
  ).split(' '),
);

/**
 * Phrases to which a rule does not apply, as “file: key”, or a whole group of them with “.*” at the end. Source files by
 * their path.
 */
export const allowed = {
  // The name of the service is its own, and a test plants faults.
  wording: ['connectors: set_up.amazon', 'packages/phrases/src/english.test.ts'],
  'US spelling': [],
  // Reason phrases of HTTP, a format and samples.
  'sentence case': [
    'console: errors.status_names.*',
    'console/audit-logs: audit_logs.streams.formats.json-lines',
    'console/api-resources: api_resources.permissions.add_several_placeholder',
    'console/connectors: connectors.templates.samples.*',
  ],
  // Answers to a question, destinations, and switches that show their state.
  button: [
    'console/time-travel: time_travel.name',
    'console: general.got_it',
    'console: general.done',
    'console: shell.docs',
    'console: shell.keyboard_shortcuts',
    'console/fields: live.*',
    'console: history.open',
    'console/api-resources: api_resources.guide.done',
    'console/audit-logs: audit_logs.streams.key_kept',
    'console/cloud: assistant.examples.*',
    'console/cloud: contact.*',
    'console/cloud: domains.files.title',
    'console/cloud: notices.later',
    'console/profile: profile.back_to_console',
    'console/sign-in-experience: sign_in_experience.languages.back',
    'console/users: users.advanced.title',
    'experience: mfa.bind.BackupCode.action',
    'experience: mfa.factors.*',
    'experience: mfa.skip',
    'experience: passkey.later',
    'experience: session_not_found.action',
  ],
};
