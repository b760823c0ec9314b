/** Data the server inlines into index.html, so that the first paint needs no request. */
export type Bootstrap = {
  edition: 'oss' | 'cloud';
  version: string;
  /** The endpoint of the tenant that the console manages (self-hosted). */
  tenantEndpoint: string;
  /**
   * The endpoint of any tenant (cloud) and the audience of its management API, with a placeholder for the tenant ID.
   */
  endpointPattern: string;
  audiencePattern: string;
  /** The endpoint at which users of the console sign in. */
  adminEndpoint: string;
  /** The fixed tenant of the self-hosted edition. */
  tenantId: string;
  hasAdministrator: boolean;
  /** Whether the first administrator must enter the code that the server printed. */
  needsSetupCode: boolean;
  /** Of a password for the console. */
  minimumPasswordLength: number;
  managementAudience: string;
  meAudience: string;
  cloudAudience: string;
  devFeatures: boolean;
  /** The name of the product, and the contact details of its operator. */
  brand: {
    name: string;
    supportEmail?: string;
    chatUrl?: string;
    issuesUrl?: string;
    callUrl?: string;
    releasesUrl?: string;
    termsUrl?: string;
    privacyUrl?: string;
  };
};

export const bootstrap: Bootstrap = JSON.parse(
  document.getElementById('gatehouse-bootstrap')?.textContent ?? '{}',
);

export const isCloud = bootstrap.edition === 'cloud';

/** The console lives under `/console` when self-hosted and at the root in the cloud. */
export const basePath = isCloud ? '' : '/console';
