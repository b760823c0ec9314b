/** Imports flow one way (see docs and architecture): each rule says what a folder may not reach. */
const server = 'packages/server/src';

const layer = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-missing', severity: 'error', from: {}, to: { couldNotResolve: true } },
    layer(
      'contract-stands-alone',
      '^packages/contract/',
      '^packages/(?!contract/)',
      'The contract is data: it knows nobody.',
    ),
    layer('contract-has-no-io', '^packages/contract/src', '^node:', 'The contract runs in browsers too.'),
    layer(
      'phrases-stand-alone',
      '^packages/phrases/',
      '^packages/(?!phrases/|contract/)',
      'Phrases are data.',
    ),
    layer('ui-knows-no-contract', '^packages/ui/', '^packages/(?!ui/)', 'The kit knows no product.'),
    layer(
      'server-knows-no-browser',
      '^packages/server/',
      '^packages/(ui|console|experience)/',
      'The server serves built files.',
    ),
    layer(
      'console-alone',
      '^packages/console/',
      '^packages/(server|experience)/',
      'The apps never import each other.',
    ),
    layer(
      'experience-alone',
      '^packages/experience/',
      '^packages/(server|console)/',
      'The apps never import each other.',
    ),
    {
      name: 'areas-never-import-areas',
      severity: 'error',
      comment: 'What two areas need belongs to pickers/ or to the kit.',
      from: { path: '^packages/console/src/areas/([^/]+)/' },
      to: { path: '^packages/console/src/areas/[^/]+/', pathNot: '^packages/console/src/areas/$1/' },
    },
    layer(
      'database-is-the-ground',
      `^${server}/database/`,
      `^${server}/(api|oidc|domain|http|audit|demo|cli|metrics|app|main)`,
      'The database knows nobody above it.',
    ),
    layer(
      'domain-below-http',
      `^${server}/domain/`,
      `^${server}/(api|http|oidc|cli|app|main)`,
      'Rules know nothing of requests.',
    ),
    layer(
      'api-below-app',
      `^${server}/(api|oidc|http)/`,
      `^${server}/(cli/|app\\.ts|main\\.ts)`,
      'Handlers are mounted, they do not mount.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
