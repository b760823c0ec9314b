import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { useAddressQuery } from '../../link.tsx';
import { useT } from '../../phrases.tsx';
import { EventList } from './events.tsx';
import { SignInList } from './sign-ins.tsx';

const views = ['sign-ins', 'events'] as const;

/** By sign-in, or entry by entry. Links that ask for single events lead to those. */
export const AuditLogList = () => {
  const t = useT();
  const [address, setAddress] = useAddressQuery();
  const asked = address.has('event') || address.has('result') ? 'events' : 'sign-ins';
  const view = views.find(each => each === address.get('view')) ?? asked;
  const toggle = (
    <Segmented
      label={t('audit_logs.views.label')}
      value={view}
      onChange={next =>
        setAddress({
          view: next === 'events' ? next : undefined,
          event: undefined,
          result: undefined,
          outcome: undefined,
          page: undefined,
          open: undefined,
        })
      }
      options={views.map(value => ({ value, label: t(`audit_logs.views.${value}`) }))}
    />
  );
  return view === 'events' ? <EventList toggle={toggle} /> : <SignInList toggle={toggle} />;
};
