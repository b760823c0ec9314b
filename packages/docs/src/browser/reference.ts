import { addCopyButtons } from './copy.ts';
import { addMenu } from './menu.ts';
import { addSampleTabs } from './reference/sample-tabs.ts';
import { keepTenant } from './reference/tenant.ts';
import { addTrials } from './reference/trials.ts';
import { addSearch } from './search.ts';

addSearch();
addCopyButtons();
addMenu();
addSampleTabs();
addTrials();
keepTenant();
