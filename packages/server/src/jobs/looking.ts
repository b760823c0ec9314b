/** Notifications in quick succession are handled together. */
const gatherMs = 20;

type Look = {
  /** Takes what is due; gives whether there may be more. */
  takeDue(): Promise<boolean>;
  signal: AbortSignal;
  fail(error: unknown): void;
};

/** One look at the queue at a time; who asks during one gets another. */
export const createLooking = ({ takeDue, signal, fail }: Look) => {
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let soon: NodeJS.Timeout | undefined;

  const lookOnce = async () => {
    do {
      lookAgain = false;
      while (!signal.aborted && (await takeDue()));
    } while (lookAgain);
  };

  const look = () => {
    if (signal.aborted) return Promise.resolve();
    lookAgain = true;
    looking ??= lookOnce()
      .catch((error: unknown) => {
        lookAgain = false;
        fail(error);
      })
      .finally(() => {
        looking = undefined;
        // A request at the very end also waits for its own turn.
        if (lookAgain) return look();
      });
    return looking;
  };

  return {
    look,
    lookSoon() {
      soon ??= setTimeout(() => {
        soon = undefined;
        void look();
      }, gatherMs);
    },
    /** After the signal: nothing new begins, and the last look is over. */
    async end() {
      clearTimeout(soon);
      await looking;
    },
  };
};
