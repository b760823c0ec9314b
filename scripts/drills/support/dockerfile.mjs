import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../../install-if-needed.mjs';

/**
 * Carries out a Dockerfile without Docker: each stage is a folder, its base image is this machine, and `runStep` runs the
 * commands. Absolute paths of the image are moved into the stage's folder.
 */
export const buildStages = async (directory, runStep) => {
  const stages = [];
  for (const { word, text } of readInstructions()) {
    const stage = stages.at(-1);
    if (word === 'FROM') stages.push(createStage(directory, text, stages.length));
    else if (word === 'ENV') Object.assign(stage.env, parseEnv(stage.move(text)));
    else if (word === 'WORKDIR') stage.enter(text);
    else if (word === 'COPY') copy(stages, text);
    else if (word === 'RUN') await runStep(stage, stage.move(text));
    else if (word === 'CMD') stage.command = JSON.parse(text);
    else if (word === 'HEALTHCHECK') stage.check = JSON.parse(/CMD (\[.*\])/.exec(text)[1]);
    else if (word === 'USER') stage.user = text;
    else if (!['VOLUME', 'EXPOSE'].includes(word))
      throw new Error(`The drill does not know ${word} ${text}.`);
  }
  return stages.at(-1);
};

const readInstructions = () =>
  readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line && !line.startsWith('#'))
    .map(line => ({ word: line.slice(0, line.indexOf(' ')), text: line.slice(line.indexOf(' ') + 1) }));

const createStage = (directory, text, index) => {
  const name = / AS (\S+)$/.exec(text)?.[1] ?? `stage-${index}`;
  const folder = join(directory, name);
  mkdirSync(folder);
  const stage = {
    name,
    folder,
    env: {},
    workdir: folder,
    enter(path) {
      stage.workdir = join(folder, path);
      mkdirSync(stage.workdir, { recursive: true });
    },
    move: command =>
      command.replace(/(^|[\s=])(\/(?:data|gatehouse)\b)/g, (_, before, path) => before + join(folder, path)),
  };
  return stage;
};

const parseEnv = text => Object.fromEntries(text.split(' ').map(pair => pair.split('=')));

const copy = (stages, text) => {
  const words = text.split(' ');
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : undefined;
  const target = words.pop();
  const stage = stages.at(-1);
  const source = from ? stages.find(({ name }) => name === from).folder : root;
  for (const path of words) {
    const place = join(source, path);
    // A folder that is named ends up as the target; a file ends up in it when the target is a folder.
    const isInto = target.endsWith('/') && path !== '.';
    cpSync(place, join(stage.workdir, target, isInto ? basename(path) : ''), {
      recursive: true,
      verbatimSymlinks: true,
      filter: from ? undefined : isInContext,
    });
  }
};

/** Paths that `.dockerignore` excludes from the build. */
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
const isInContext = path => {
  const inside = relative(root, path);
  return !ignored.some(pattern =>
    pattern.startsWith('**/')
      ? basename(inside) === pattern.slice(3)
      : inside === pattern || dirname(inside) === pattern,
  );
};
