export type Values = { issuer: string; audience: string; scope: string };

export type ApiGuide = {
  name: string;
  /** The language for syntax highlighting. */
  language: 'ts' | 'python' | 'java' | 'csharp' | 'go';
  install: string;
  file: string;
  /** Starts the API, which then answers at the URL. */
  start: string;
  url: string;
  /** Code that a reader copies; real values are filled in. */
  check(values: Values): string;
};

/** The APIs answer here, unless their framework chooses otherwise. */
export const usualUrl = 'http://localhost:4000/orders';
