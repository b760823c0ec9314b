import { addCopyButtons } from './copy.ts';
import { addMenu } from './menu.ts';
import { addSearch } from './search.ts';

addSearch();
addCopyButtons();
addMenu();
