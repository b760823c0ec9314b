import type { Provider } from 'oidc-provider';

/** The library stores of a model what this list names. */
const keepFields = (model: unknown, ...fields: readonly string[]) => {
  const { IN_PAYLOAD: stored } = model as { IN_PAYLOAD: string[] };
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => [...stored, ...fields] });
};

export const keepInSessions = (provider: Provider, ...fields: readonly string[]) =>
  keepFields(provider.Session, ...fields);

/** Codes get one more field, from the request that they are saved in. */
export const keepInCodes = (provider: Provider, field: string, read: () => unknown) => {
  keepFields(provider.AuthorizationCode, field);
  const prototype = provider.AuthorizationCode.prototype as unknown as {
    save: (...parameters: unknown[]) => Promise<string>;
  };
  const { save } = prototype;
  prototype.save = function (this: object, ...parameters) {
    Object.assign(this, { [field]: read() });
    return save.apply(this, parameters);
  };
};
