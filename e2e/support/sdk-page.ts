import LogtoClient from '@logto/browser';

/** The whole application of the test: a client of the published SDK, for the test to press its buttons. */
Object.assign(window, { createClient: (config: object) => new LogtoClient(config as never) });
