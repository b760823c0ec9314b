import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../drills/support/programs.mjs';

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'include', 'mime', 'dir', 'env'];

/**
 * A separate Apache. `configure` gives its settings and what guards `/secure`, where a page shows the values of
 * `variables` as JSON. Without the guard, the same page is at `/info`.
 */
export const startApache = async (context, { name, port, home }, { module, settings, guard, variables }) => {
  const directory = join(context.directory, name);
  const pages = join(directory, 'pages');
  const values = Object.entries(variables).map(
    ([key, variable]) => `"${key}":"<!--#echo encoding="none" var="${variable}" -->"`,
  );
  // The same page twice: where users must be signed in, and where they need not be.
  for (const place of ['secure', 'info']) {
    mkdirSync(join(pages, place), { recursive: true });
    writeFileSync(join(pages, place, 'index.shtml'), `{${values.join(',')}}`);
  }
  writeFileSync(join(pages, 'index.html'), 'Hello');
  const file = join(directory, 'apache.conf');
  writeFileSync(
    file,
    `ServerRoot /usr/lib/apache2
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${directory}/pid
Mutex file:${directory}
DefaultRuntimeDir ${directory}
ErrorLog "|/bin/cat"
${process.getuid() === 0 ? 'User www-data\nGroup www-data' : ''}
${modules.map(each => `LoadModule ${each}_module modules/mod_${each}.so`).join('\n')}
LoadModule ${module} modules/mod_${module.replace('_module', '')}.so
TypesConfig /etc/mime.types
DocumentRoot ${pages}
DirectoryIndex index.html index.shtml
<Directory ${pages}>
  Options +Includes
  AddType application/json .shtml
  AddOutputFilter INCLUDES .shtml
</Directory>
${settings}
<Location /secure>
${guard}
  Require valid-user
</Location>
`,
  );
  const program = context.start('apache2', ['-f', file, '-DFOREGROUND']);
  const isReady = () =>
    fetch(home).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(`Apache serves ${name}`, isReady, { program });
  return program;
};
