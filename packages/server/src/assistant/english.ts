import { findTerms, loadPhrases } from '@gatehouse/phrases/load.ts';

/**
 * The guides are in English. A question in another language is asked with what its terms are called there; one that the
 * product has proposed itself, with its English words.
 */
export const inEnglish = async (language: string, question: string): Promise<string> => {
  const { examples } = (await loadPhrases(language, 'console/cloud')).assistant;
  const proposed = Object.entries(examples).find(([, words]) => words === question)?.[0];
  const english = (await loadPhrases('en', 'console/cloud')).assistant.examples;
  if (proposed) return english[proposed as keyof typeof english];
  return [question, ...(await findTerms(language, question))].join(' ');
};
