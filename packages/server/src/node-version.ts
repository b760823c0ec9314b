const neededMajor = 24;

const isOld = Number(process.versions.node.split('.')[0]) < neededMajor;

/** Whether Node was started with this file. Older versions do not say so, and would end in silence. */
export const isStarted = ({ main }: ImportMeta): boolean => {
  if (!isOld) return main;
  process.stderr.write(
    `Node ${neededMajor} or newer is needed, this is ${process.versions.node}. ` +
      'Use `npm start` or `npm run gatehouse`, which bring their own.\n',
  );
  process.exit(1);
};
