import { planIds } from '@gatehouse/contract/plans.ts';
import type { TestApp } from '../../../http/testing/app.ts';
import type { Person } from './people.ts';

/** The plan that is sold. */
export const skuId = planIds.pro202411;

/** A user who pays for tenants in the sandbox. */
export const createPayer = (app: TestApp, owner: Person) => {
  const callbackUrl = () => `${app.env.ADMIN_ENDPOINT}/checkout-success-callback?state=abcdef`;
  const checkOut = async (body: object) => {
    const answer = await owner.cloud('POST', '/checkout-session', {
      skuId,
      successCallbackUrl: callbackUrl(),
      ...body,
    });
    return answer as { status: number; body: { sessionId: string; redirectUri: string; code?: string } };
  };
  /** Presses a button of a page of the sandbox. */
  const press = async (address: string, choice: string) => {
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ choice }),
    });
    return { status: response.status, location: response.headers.get('location') };
  };
  const session = async (id: string) => (await owner.cloud('GET', `/checkout-session/${id}`)).body;
  return {
    callbackUrl,
    checkOut,
    press,
    session,
    tenant: async (id: string) =>
      (await owner.cloud('GET', '/tenants')).body.find((found: { id: string }) => found.id === id),
    subscriptionOf: async (id: string) => (await owner.cloud('GET', `/tenants/${id}/subscription`)).body,
    buyTenant: async (tenantName: string) => {
      const { body } = await checkOut({ tenantName, tenantTag: 'production', tenantRegionName: 'US' });
      await press(body.redirectUri, 'pay');
      return (await session(body.sessionId)).tenantId as string;
    },
    portal: async (id: string) => {
      const { body } = await owner.cloud('POST', `/tenants/${id}/stripe-customer-portal`, {
        callbackUrl: app.env.ADMIN_ENDPOINT,
      });
      return body.redirectUri as string;
    },
  };
};
