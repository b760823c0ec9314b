import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createRequests } from '../../packages/server/src/drills/testing/requests.ts';
import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { root } from '../install-if-needed.mjs';
import { buildStages } from './support/dockerfile.mjs';
import { ordinaryUser, ownAll } from './support/ordinary-user.mjs';
import { until } from './support/programs.mjs';

export const title = "the Dockerfile's own steps as an ordinary user, and a sign-in with what comes out";
export const needs = [];

const limitMegabytes = 120;
const person = { username: 'ann', password: 'correct horse battery' };

export const run = async context => {
  const failures = [];
  const env = prepareEnv(context);
  const runStep = async ({ workdir, folder }, command) => {
    ownAll(folder);
    await promisify(execFile)('sh', ['-c', command], {
      ...ordinaryUser(),
      cwd: workdir,
      env,
      maxBuffer: 2 ** 26,
    }).catch(({ stdout, stderr }) => {
      throw new Error(`${command} failed:\n${stdout}\n${stderr}`.slice(-4000));
    });
  };
  const image = await buildStages(context.directory, runStep);
  ownAll(image.folder);
  failures.push(...findUnwanted(image.workdir));
  const megabytes = Math.round(sizeOf(image.folder) / 2 ** 20);
  if (megabytes > limitMegabytes) failures.push(`${megabytes} MB without Node, more than ${limitMegabytes}`);
  if (image.user !== 'node') failures.push('The image does not run as the user node.');
  failures.push(...(await signInTo(context, image, env)));
  const packages = listPackages(join(image.workdir, 'node_modules'));
  return [
    {
      case: 'image',
      lost: 0,
      failures,
      details: `${megabytes} MB without Node, ${packages.length} packages in node_modules`,
    },
  ];
};

/**
 * The ordinary user who stands in for root has its own home, for npm. Files belong to that user, so `chown` has no
 * work.
 */
const prepareEnv = ({ directory }) => {
  const programs = join(directory, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'chown'), '#!/bin/sh\n');
  chmodSync(join(programs, 'chown'), 0o755);
  // The ordinary user may have no access to the folder of this Node.
  copyFileSync(process.execPath, join(programs, 'node'));
  const home = join(directory, 'home');
  mkdirSync(home);
  ownAll(home);
  return {
    ...process.env,
    // npm, which runs the drill, passes on the location of its cache.
    ...(process.getuid?.() === 0 ? { HOME: home, npm_config_cache: join(home, '.npm') } : {}),
    PATH: `${programs}:${process.env.PATH}`,
    npm_config_prefer_offline: 'true',
  };
};

/** Sources, tools and packages that the browser's bundles already contain. */
const findUnwanted = folder => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const tools = listPackages(join(folder, 'node_modules')).filter(
    name => packages[`node_modules/${name}`]?.dev,
  );
  const forBrowsers = ['console', 'experience', 'ui'].flatMap(name =>
    Object.keys(JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')).dependencies),
  );
  const bundled = forBrowsers.filter(name => existsSync(join(folder, 'node_modules', name)));
  const sources = readdirSync(folder, { recursive: true }).filter(
    path => !path.includes('node_modules') && /\.tsx?$|\/src\//.test(path),
  );
  return [...tools, ...bundled, ...sources].map(name => `${name} does not belong into the image.`);
};

const listPackages = folder =>
  readdirSync(folder).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map(inner => `${name}/${inner}`) : [name],
  );

const sizeOf = folder =>
  readdirSync(folder, { recursive: true })
    .map(path => lstatSync(join(folder, path)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);

/** Starts the image's command, runs its health check, and signs a user in. */
const signInTo = async (context, image, { PATH }) => {
  const [port, adminPort] = [await freePort(), await freePort()];
  const settings = { ...image.env, PATH, PORT: `${port}`, ADMIN_PORT: `${adminPort}`, LOG_LEVEL: 'error' };
  const options = { ...ordinaryUser(), cwd: image.workdir, env: settings };
  const [program, ...parameters] = image.command;
  const server = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  context.defer(async () => {
    const ended = once(server, 'exit');
    if (server.kill('SIGTERM')) await ended;
  });
  const endpoint = `http://localhost:${port}`;
  const isHealthy = async () => {
    if (server.exitCode !== null) throw new Error('The server of the image ended.');
    const [check, ...flags] = image.check;
    return promisify(execFile)(check, flags, options).then(
      () => true,
      () => false,
    );
  };
  await until('the health check of the image passes', isHealthy, { seconds: 180 });
  const cli = join('packages', 'server', 'dist', 'gatehouse.js');
  const { stdout } = await promisify(execFile)(
    program,
    [cli, 'm2m', 'create', '--name', 'Drill', '--json'],
    options,
  );
  const requests = await createRequests(endpoint, JSON.parse(stdout));
  const application = await requests.createApplication();
  await requests.manage('POST', '/users', person);
  await requests.signInPerson(application?.id ?? '', person);
  const pages = [`${endpoint}/demo-app`, `http://localhost:${adminPort}/console`];
  for (const page of pages) requests.failures.push(...(await findBrokenPage(page)));
  return requests.failures.map(failure => JSON.stringify(failure));
};

/** A page must arrive with a script of the bundle that it names. */
const findBrokenPage = async page => {
  const answer = await fetch(page);
  const text = await answer.text();
  const [, script] = /src="([^"]+\.js)"/.exec(text) ?? [];
  const loaded = script ? await fetch(new URL(script, answer.url)) : undefined;
  return answer.ok && loaded?.ok
    ? []
    : [{ what: relative('/', page), status: answer.status, text: script ?? text }];
};
