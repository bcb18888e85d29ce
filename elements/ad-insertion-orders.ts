import { integer, object } from 'superstruct'
import { defineElement, flagProp, declareEvent, type Surface, scopeProps, type Words } from './runtime/define.ts'
import { fundsAsked, ledgerAsked } from './runtime/navigation-events.ts'

const order = { insertion_order_id: integer() }
const versioned = object({ ...order, version_id: integer() })

export default defineElement({
  tag: 'ad-insertion-orders',
  doc: 'Insertion orders of a client: list, create, change, approve, close.',
  nouns: ['insertion-orders'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    ...scopeProps,
    readonly: flagProp('Hide every action that writes.'),
    noLedger: flagProp('Hide links to an advertiser’s ledger and invoices, for a page that has none.'),
    noAdvertiserChoice: flagProp('Hide the choice of advertisers, for a page that has its own.'),
  },
  events: {
    'ad-insertion-order-created': declareEvent(versioned, 'An order was created.'),
    'ad-insertion-order-submitted': declareEvent(versioned, 'A version of an order was submitted for approval.'),
    'ad-insertion-order-approved': declareEvent(versioned, 'The user approved a version of an order.'),
    'ad-insertion-order-closed': declareEvent(versioned, 'An order was closed.'),
    'ad-before-approve': declareEvent(versioned, 'The user is about to approve an order; cancel it to prevent that.', { cancelable: true }),
    'ad-before-close': declareEvent(object(order), 'The user is about to close an order; cancel it to prevent that.', { cancelable: true }),
    'ad-sign-in-asked': declareEvent(
      object(order),
      'The user has to sign in again before they approve an order; cancel it to have them sign in on your page.',
      { cancelable: true },
    ),
    'ad-funds-asked': fundsAsked,
    'ad-ledger-asked': ledgerAsked,
  },
  surface: (): Surface => import('../src/surfaces/insertion-orders/index.tsx'),
  words: (): Words => import('words:insertion-orders'),
})
