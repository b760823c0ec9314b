import { type Questionnaire, questionnaire } from '@gatehouse/contract/onboarding.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useOnboarding } from '../cloud/onboarding-state.ts';
import { QuestionnaireFields } from '../cloud/questionnaire.tsx';
import { useT } from '../phrases.tsx';

/** Stored answers that no longer fit the schema count as no answers. */
const readAnswers = (kept: unknown): Questionnaire => {
  const parsed = questionnaire.safeParse(kept ?? {});
  return parsed.success ? parsed.data : {};
};

/** Answers the user gave about their project during onboarding. */
export const Project = () => {
  const t = useT();
  const answers = readAnswers(useOnboarding().questionnaire);
  const { project, companyName, companySize } = answers;
  const [isEdited, setIsEdited] = useState(false);
  const none = t('profile.not_set');
  return (
    <FormSection title={t('questionnaire.title')} help={t('questionnaire.text')}>
      <SettingList
        settings={[
          {
            key: 'project',
            label: t('questionnaire.project'),
            value: project ? t(`questionnaire.projects.${project}`) : none,
            action: (
              <Button
                size="small"
                aria-label={t('profile.change_field', { field: t('questionnaire.title') })}
                onClick={() => setIsEdited(true)}
              >
                {t(project ? 'profile.change' : 'profile.set')}
              </Button>
            ),
          },
          ...(project === 'company'
            ? [
                { key: 'name', label: t('questionnaire.company_name'), value: companyName ?? none },
                { key: 'size', label: t('questionnaire.company_size'), value: companySize ?? none },
              ]
            : []),
        ]}
      />
      {isEdited && <EditProject saved={answers} onClose={() => setIsEdited(false)} />}
    </FormSection>
  );
};

const EditProject = ({ saved, onClose }: { saved: Questionnaire; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { setQuestionnaire } = useOnboarding();
  const [value, setValue] = useState(saved);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    const isSaved = await setQuestionnaire(value).then(
      () => true,
      () => false,
    );
    setIsSaving(false);
    if (!isSaved) return;
    toast.success(t('profile.updated'));
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('questionnaire.title')}
      onSubmit={() => void save()}
      actions={
        <>
          <Button onClick={onClose}>{t('general.cancel')}</Button>
          <Button type="submit" variant="primary" isLoading={isSaving}>
            {t('general.save')}
          </Button>
        </>
      }
    >
      <Stack gap={5}>
        <QuestionnaireFields value={value} onChange={setValue} none={t('profile.not_set')} />
      </Stack>
    </Dialog>
  );
};
