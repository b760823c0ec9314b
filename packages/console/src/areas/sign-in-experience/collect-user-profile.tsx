import type { ProfileField } from '@gatehouse/contract/custom-profile-fields.ts';
import { customProfileFields } from '@gatehouse/contract/profile-field-rows.ts';
import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { SortableList } from '@gatehouse/ui/sortable-list.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { SplitView } from '@gatehouse/ui/split-view.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Plus, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { QuotaNotice } from '../../templates/quota-notice.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ReaderFields } from '../../templates/reader-fields.tsx';
import { useSignInExperience } from '../../templates/sign-in-settings.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { useKey } from '../../use-key.ts';
import { CreateProfileField } from './create-field.tsx';
import { SignInPreview } from './preview.tsx';
import { useDeleteField } from './use-delete-field.ts';

/** Profile fields that new users are asked for, in this order. */
export const CollectUserProfile = () => {
  const t = useT();
  const { languageInfo, signUpProfileFields: asked } = useSignInExperience();
  const { mutate: update } = useWrite(signInExperienceRows.update);
  const [isCreating, setIsCreating] = useState(false);
  const { data, failure } = useReadOrFailure(customProfileFields.list, {});
  const { mutate: reorder, variables, isPending } = useWrite(customProfileFields.reorder);
  const deletion = useDeleteField();
  useKey('n', () => setIsCreating(true));
  // The new order is shown while it is on its way.
  const places = new Map(isPending ? variables.body.order.map(({ name, sieOrder }) => [name, sieOrder]) : []);
  const fields = (data ?? []).toSorted((one, other) => placeOf(one, places) - placeOf(other, places));
  const isAsked = (name: string) => asked?.some(each => each.name === name) ?? true;
  /** While every field is asked for, so is each new one. */
  const ask = (names: string[]) =>
    update({
      body: {
        signUpProfileFields: names.length === fields.length ? null : names.map(name => ({ name })),
      },
    });
  const setAsked = (name: string, isWanted: boolean) =>
    ask(fields.map(each => each.name).filter(each => (each === name ? isWanted : isAsked(each))));
  const sort = (next: ProfileField[]) => {
    reorder({ body: { order: next.map(({ name }, sieOrder) => ({ name, sieOrder })) } });
    if (asked) ask(next.map(({ name }) => name).filter(isAsked));
  };
  const add = <AddField onClick={() => setIsCreating(true)} />;
  return (
    <SplitView aside={<SignInPreview page="continue/profile" language={languageInfo.fallbackLanguage} />}>
      <QuotaNotice feature="collectUserProfileEnabled" used={0} />
      <Card>
        <Stack>
          <Row justify="between">
            <Text tone="soft">{t('profile_fields.subtitle')}</Text>
            {fields.length > 0 && add}
          </Row>
          {failure ?? (!data && <DelayedLoading />)}
          {data?.length === 0 && (
            <EmptyState icon={<TextCursorInput aria-hidden />} action={add}>
              {t('profile_fields.empty')}
            </EmptyState>
          )}
          <ReaderFields row={customProfileFields.reorder}>
            <SortableList items={fields} keyOf={({ name }) => name} nameOf={nameOf} onChange={sort}>
              {field => (
                <Row justify="between">
                  <Row>
                    <TextLink href={paths.profileField(field.name)}>{nameOf(field)}</TextLink>
                    <Text tone="faint" isMono>
                      {field.name}
                    </Text>
                  </Row>
                  <Row>
                    <Tag>{t(`profile_fields.types.${field.type}`)}</Tag>
                    {field.required && <Tag tone="accent">{t('profile_fields.required')}</Tag>}
                    <Switch
                      label={t('profile_fields.asked')}
                      aria-label={t('profile_fields.asked_named', { name: nameOf(field) })}
                      value={isAsked(field.name)}
                      onChange={isWanted => setAsked(field.name, isWanted)}
                    />
                    <IconButton
                      size="small"
                      icon={<Trash2 />}
                      disabled={deletion.refusal !== undefined}
                      label={t('profile_fields.delete_named', { name: nameOf(field) })}
                      onClick={() => void deletion.start(field)}
                    />
                  </Row>
                </Row>
              )}
            </SortableList>
          </ReaderFields>
        </Stack>
      </Card>
      {isCreating && <CreateProfileField onClose={() => setIsCreating(false)} />}
    </SplitView>
  );
};

const nameOf = ({ label, name }: ProfileField) => label || name;

const placeOf = ({ name, sieOrder }: ProfileField, places: Map<string, number>) =>
  places.get(name) ?? sieOrder;

const AddField = ({ onClick }: { onClick: () => void }) => {
  const t = useT();
  return (
    <WriteButton row={customProfileFields.create} variant="primary" icon={<Plus />} kbd="N" onClick={onClick}>
      {t('profile_fields.create')}
    </WriteButton>
  );
};
