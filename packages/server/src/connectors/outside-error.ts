/** Says which package is of no use, and why. */
export class OutsideConnectorError extends Error {
  override name = 'OutsideConnectorError';

  constructor(name: string, problem: string, options?: ErrorOptions) {
    super(`GATEHOUSE_CONNECTORS: the package ${name} cannot be used: ${problem}`, options);
  }
}
