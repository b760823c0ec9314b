import { type Logger as PinoLogger, pino } from 'pino';
import { DatabaseUnavailableError } from './database/unavailable.ts';
export type Logger = PinoLogger;

/** Structured logs. Request bodies and headers are never logged; what slips into an object is redacted by name. */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: {
        // It says everything in a sentence: where in the driver it came up helps no one.
        err: (error: Error) =>
          error instanceof DatabaseUnavailableError
            ? { type: error.name, message: error.message }
            : pino.stdSerializers.err(error),
      },
      redact: {
        paths: [
          'password',
          'secret',
          'token',
          'authorization',
          'cookie',
          '*.password',
          '*.secret',
          '*.token',
        ],
        censor: '[redacted]',
      },
    },
    // Written off the event loop: a line for each request must not make the next one wait.
    pino.destination({ sync: false }),
  );
