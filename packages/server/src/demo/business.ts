import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import { organizationsScope } from '@gatehouse/contract/dialect.ts';
import type { UserDataScope } from '@gatehouse/contract/scopes.ts';

/** The imaginary business of the demo: a bookshop with an online store. */

type DemoApplication = {
  name: string;
  type: ApplicationType;
  description: string;
  isThirdParty?: boolean;
  /** The most that an application of others may ask for. */
  ceiling?: { userScopes: readonly UserDataScope[]; scopes: readonly string[] };
  origin?: string;
};

export const applications: readonly DemoApplication[] = [
  { name: 'Storefront', type: 'SPA', description: 'The online shop', origin: 'https://shop.harbour.example' },
  {
    name: 'Back office',
    type: 'Traditional',
    description: 'Orders, returns and stock',
    origin: 'https://office.harbour.example',
  },
  { name: 'Courier app', type: 'Native', description: 'Deliveries on the road' },
  { name: 'Reader for phones', type: 'Native', description: 'E-books on the go' },
  {
    name: 'Events site',
    type: 'Traditional',
    description: 'Readings and book clubs',
    origin: 'https://events.harbour.example',
  },
  {
    name: 'Review widget',
    type: 'SPA',
    description: 'Customers rate books',
    origin: 'https://reviews.harbour.example',
  },
  { name: 'Nightly sync', type: 'MachineToMachine', description: 'Copies orders to the warehouse' },
  { name: 'Stock robot', type: 'MachineToMachine', description: 'Counts what is on the shelves' },
  { name: 'Invoice printer', type: 'MachineToMachine', description: 'Prints invoices in the shop' },
  { name: 'Search indexer', type: 'MachineToMachine', description: 'Keeps the search fresh' },
  {
    name: 'Partner portal',
    type: 'Traditional',
    description: 'Publishers see their sales',
    origin: 'https://portal.partner.example',
    isThirdParty: true,
    ceiling: { userScopes: ['profile', 'email', organizationsScope], scopes: ['read:books', 'read:orders'] },
  },
  {
    name: 'Reading list',
    type: 'SPA',
    description: 'A community of readers',
    origin: 'https://list.partner.example',
    isThirdParty: true,
    ceiling: { userScopes: ['profile'], scopes: ['read:books', 'read:reviews', 'write:reviews'] },
  },
];

export const resources = [
  {
    name: 'Orders API',
    indicator: 'https://api.harbour.example/orders',
    scopes: {
      'read:orders': 'See orders',
      'write:orders': 'Create and change orders',
      'refund:orders': 'Pay money back',
    },
  },
  {
    name: 'Catalog API',
    indicator: 'https://api.harbour.example/catalogue',
    scopes: { 'read:books': 'See books and prices', 'write:books': 'Change books and prices' },
  },
  {
    name: 'Stock API',
    indicator: 'https://api.harbour.example/stock',
    scopes: { 'read:stock': 'See what is on the shelves', 'move:stock': 'Move stock between shops' },
  },
  {
    name: 'Reviews API',
    indicator: 'https://api.harbour.example/reviews',
    scopes: {
      'read:reviews': 'See reviews',
      'write:reviews': 'Write reviews',
      'moderate:reviews': 'Hide reviews',
    },
  },
] as const;

export const roles = [
  {
    name: 'customer',
    description: 'Buys books and writes reviews',
    type: 'User',
    isDefault: true,
    scopes: ['read:books', 'read:reviews', 'write:reviews'],
  },
  {
    name: 'bookseller',
    description: 'Serves customers in the shop',
    type: 'User',
    isDefault: false,
    scopes: ['read:orders', 'write:orders', 'read:books', 'read:stock'],
  },
  {
    name: 'shop manager',
    description: 'Runs a shop',
    type: 'User',
    isDefault: false,
    scopes: ['read:orders', 'write:orders', 'refund:orders', 'read:stock', 'move:stock', 'moderate:reviews'],
  },
  {
    name: 'order reader',
    description: 'Copies orders elsewhere',
    type: 'MachineToMachine',
    isDefault: false,
    scopes: ['read:orders'],
  },
  {
    name: 'stock keeper',
    description: 'Counts and moves stock',
    type: 'MachineToMachine',
    isDefault: false,
    scopes: ['read:stock', 'move:stock'],
  },
] as const;

export const organizationScopes = ['read:sales', 'order:books', 'manage:members'] as const;
export const organizationRoles = [
  {
    name: 'owner',
    description: 'Decides everything',
    scopes: ['read:sales', 'order:books', 'manage:members'],
  },
  { name: 'buyer', description: 'Orders books', scopes: ['order:books'] },
  { name: 'reader', description: 'Sees the figures', scopes: ['read:sales'] },
] as const;

const organizationKinds = ['School', 'Library', 'Book club', 'Museum', 'University'];
const organizationPlaces = [
  'Northgate',
  'Riverside',
  'Old Mill',
  'Lighthouse',
  'Market Square',
  'Castle Hill',
  'Green Park',
  'Harbour View',
];

/** Forty schools, libraries and clubs that order together. */
export const organizationNames = organizationPlaces.flatMap(place =>
  organizationKinds.map(kind => `${place} ${kind}`),
);
