import { type Application, applications } from '@gatehouse/contract/applications.ts';
import { samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { type Deletion, useDelete } from '../../templates/use-delete.tsx';

type Deletable = Pick<Application, 'id' | 'name' | 'type'>;

const options = {
  words: 'applications',
  params: ({ id }: Deletable) => ({ id }),
  mustTypeName: true,
} as const;

const isSaml = ({ type }: Deletable) => type === 'SAML';

/** SAML applications have their own API. */
export const useDeleteApplication = (): Deletion<Deletable> => {
  const plain = useDelete({ ...options, row: applications.delete });
  const saml = useDelete({ ...options, row: samlApplications.delete });
  return {
    ...plain,
    start: (application, leave) => (isSaml(application) ? saml : plain).start(application, leave),
    many: {
      ...plain.many,
      run: async (chosen, onProgress) => {
        const others = chosen.filter(application => !isSaml(application));
        return [
          ...(await plain.many.run(others, onProgress)),
          ...(await saml.many.run(chosen.filter(isSaml), done => onProgress(others.length + done))),
        ];
      },
    },
  };
};
