/** Names each variable that is wrong, with what is expected of it. */
export class EnvironmentError extends Error {
  readonly problems: Array<{ variable: string; expected: string }>;

  constructor(problems: EnvironmentError['problems']) {
    const lines = problems.map(({ variable, expected }) => `  ${variable} must be ${expected}.`);
    super(['The configuration is wrong:', ...lines, 'All variables: docs/configuration.md'].join('\n'));
    this.problems = problems;
  }
}
