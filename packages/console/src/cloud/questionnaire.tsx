import { companySizes, type Questionnaire } from '@gatehouse/contract/onboarding.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useT } from '../phrases.tsx';

export const projects = ['personal', 'company'] as const;

const noAnswer = 'none' as const;
type Answer<Key extends keyof Questionnaire> = NonNullable<Questionnaire[Key]> | typeof noAnswer;

type QuestionnaireFieldsProps = {
  value: Questionnaire;
  onChange: (value: Questionnaire) => void;
  /** The label for “no answer”, if an answer can be withdrawn. */
  none?: string;
};

/** Questions about the user's project. All are optional. */
export const QuestionnaireFields = ({ value, onChange, none }: QuestionnaireFieldsProps) => {
  const t = useT();
  const choose = (project: Questionnaire['project']) => {
    const { companyName, companySize, project: _, ...rest } = value;
    onChange(project === 'company' ? { ...value, project } : { ...rest, ...(project && { project }) });
  };
  return (
    <>
      <Field label={t('questionnaire.project')} isOptional>
        <RadioCards<Answer<'project'>>
          value={value.project ?? (none ? noAnswer : null)}
          onChange={project => choose(project === noAnswer ? undefined : project)}
          options={[
            ...projects.map(project => ({
              value: project,
              title: t(`questionnaire.projects.${project}`),
            })),
            ...(none ? [{ value: noAnswer, title: none }] : []),
          ]}
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
            <Select<Answer<'companySize'>>
              value={value.companySize ?? (none ? noAnswer : null)}
              onChange={size => onChange({ ...value, companySize: size === noAnswer ? undefined : size })}
              options={[
                ...(none ? [{ value: noAnswer, label: none }] : []),
                ...companySizes.map(size => ({ value: size, label: size })),
              ]}
            />
          </Field>
        </>
      )}
    </>
  );
};
