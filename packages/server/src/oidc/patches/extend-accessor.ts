/** Lets a getter of the library answer something else. Fails if the library no longer has one of that name. */
export const extendAccessor = <Owner extends object, Value>(
  prototype: object,
  name: string,
  extend: (value: Value, owner: Owner) => Value,
) => {
  const get = findGetter(prototype, name);
  Object.defineProperty(prototype, name, {
    get(this: Owner) {
      return extend(get.call(this) as Value, this);
    },
  });
};

const findGetter = (prototype: object, name: string) => {
  for (let current: object | null = prototype; current; current = Object.getPrototypeOf(current)) {
    const get = Object.getOwnPropertyDescriptor(current, name)?.get;
    if (get) return get;
  }
  throw new Error(`The OpenID provider library has no accessor ${name} any more.`);
};
