import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import type { useT } from '../../phrases.tsx';

/** The name of a message type. Names of notices are shared with their switches in another area. */
export const nameOfUse = (t: ReturnType<typeof useT>, type: TemplateType) =>
  isSecurityNotice(type) ? t(`security_notices.${type}`) : t(`connectors.uses.${type}`);
