import { RequestError } from '../request-error.ts';

/** One of the values that a segment of the path can have. */
export const pathOption = <Option extends string>(
  params: Readonly<Record<string, string>>,
  name: string,
  options: readonly Option[],
): Option => options.find(option => option === params[name]) ?? refuseOption(name, options);

export const refuseOption = (name: string, options: readonly string[]): never => {
  const values = { options: options.join(', ') };
  throw new RequestError('guard.invalid_input', {
    violations: [{ path: `params.${name}`, code: 'validation.option', values }],
  });
};
