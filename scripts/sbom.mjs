import { writeFileSync } from 'node:fs';
import { readProductionPackages } from './production-packages.mjs';

/** Writes a CycloneDX 1.6 bill of materials. The same lock file gives the same bytes: no time and no random number. */
export const writeSbom = path => writeFileSync(path, `${JSON.stringify(createSbom(), undefined, 2)}\n`);

export const createSbom = () => {
  const packages = readProductionPackages();
  const product = packages.get('');
  const components = new Map();
  const needs = new Map();
  for (const [path, described] of packages) {
    const ref = refOf(described);
    needs.set(
      ref,
      new Set([...(needs.get(ref) ?? []), ...described.needs.map(to => refOf(packages.get(to)))]),
    );
    // One version can lie in several folders. It is required if it is so in any of them.
    if (path && !(components.has(ref) && !described.isRequired)) components.set(ref, componentOf(described));
  }
  // The workspaces are the product, though the root does not name them as its dependencies.
  for (const [path, described] of packages)
    if (path && !path.includes('node_modules')) needs.get(refOf(product)).add(refOf(described));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { ...componentOf(product), type: 'application' },
    },
    components: sorted(components.keys()).map(ref => components.get(ref)),
    dependencies: sorted(needs.keys()).map(ref => ({ ref, dependsOn: sorted(needs.get(ref)) })),
  };
};

const refOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const componentOf = described => {
  const { name, version, license, integrity, isRequired } = described;
  const [, group, own] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name);
  return {
    type: 'library',
    'bom-ref': refOf(described),
    ...(group ? { group } : {}),
    name: own,
    version,
    scope: isRequired ? 'required' : 'optional',
    ...(integrity ? { hashes: hashesOf(integrity) } : {}),
    ...(license ? { licenses: [licenseOf(license)] } : {}),
    purl: refOf(described),
  };
};

const licenseOf = license =>
  / (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } };

const algorithms = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };

/** The lock file has hashes as Subresource Integrity, CycloneDX in hexadecimal digits. */
const hashesOf = integrity =>
  integrity.split(' ').map(hash => {
    const [algorithm, content] = hash.split(/-(.*)/s);
    return { alg: algorithms[algorithm], content: Buffer.from(content, 'base64').toString('hex') };
  });

/** By code points, so that the language of the machine does not matter. */
const sorted = texts => [...texts].sort();
