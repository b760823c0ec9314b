import { defineRows } from '@gatehouse/contract/endpoint.ts';
import { oidcConfigs } from '@gatehouse/contract/oidc-configs.ts';
import { type Handlers, ownTransaction } from '../../http/implement.ts';
import { refuseOption } from '../../http/path-option.ts';

const { listSigningKeys, rotateSigningKeys, deleteSigningKey } = oidcConfigs;

/** Kinds of keys that there are not. These are no operations: no document lists them. */
export const unknownKeyRows = defineRows({
  list: { ...listSigningKeys, path: '/configs/oidc/:keyType' },
  rotate: { ...rotateSigningKeys, path: '/configs/oidc/:keyType/rotate' },
  delete: { ...deleteSigningKey, path: '/configs/oidc/:keyType/:keyId' },
});

/** In the dialect the kind is a parameter of the path. */
const refuse = ownTransaction(async () => refuseOption('keyType', ['private-keys', 'cookie-keys']));

export const unknownKeys: Handlers<typeof unknownKeyRows> = { list: refuse, rotate: refuse, delete: refuse };
