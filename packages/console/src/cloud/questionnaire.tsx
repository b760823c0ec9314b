import { companySizes, type Questionnaire } from '@gatehouse/contract/onboarding.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useT } from '../phrases.tsx';

export const projects = ['personal', 'company'] as const;

type QuestionnaireFieldsProps = { value: Questionnaire; onChange: (value: Questionnaire) => void };

/** What a person tells of their project. Every question can be left out. */
export const QuestionnaireFields = ({ value, onChange }: QuestionnaireFieldsProps) => {
  const t = useT();
  return (
    <>
      <Field label={t('questionnaire.project')} isOptional>
        <RadioCards
          value={value.project ?? null}
          onChange={project => onChange({ ...value, project })}
          options={projects.map(project => ({
            value: project,
            title: t(`questionnaire.projects.${project}`),
          }))}
          minWidth="160px"
        />
      </Field>
      {value.project === 'company' && (
        <>
          <Field label={t('questionnaire.company_name')} isOptional>
            <TextInput
              maxLength={256}
              autoComplete="organization"
              value={value.companyName ?? ''}
              onChange={event => onChange({ ...value, companyName: event.target.value || undefined })}
            />
          </Field>
          <Field label={t('questionnaire.company_size')} isOptional>
            <Select
              value={value.companySize ?? null}
              onChange={companySize => onChange({ ...value, companySize })}
              options={companySizes.map(size => ({ value: size, label: size }))}
            />
          </Field>
        </>
      )}
    </>
  );
};
