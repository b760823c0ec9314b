import { z } from 'zod';

export const languageTag = z.string().min(2).max(16);
