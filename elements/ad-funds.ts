import { integer, object, string } from 'superstruct'
import { declareEvent, defineElement, flagProp, scopeProps, type Surface, type Words } from './runtime/define.ts'

const amount = { amount: string(), currency_code: string() }

export default defineElement({
  tag: 'ad-funds',
  doc: 'Funds of an advertiser: balance, payment methods, auto-rebill, invoices, spend limit.',
  nouns: ['money', 'payments', 'wires', 'auto-rebills', 'invoices', 'spend-limits'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    ...scopeProps,
    readonly: flagProp('Hide every action that writes.'),
  },
  events: {
    'ad-before-pay': declareEvent(object(amount), 'The user is about to pay; cancel it to prevent that.', { cancelable: true }),
    'ad-funds-added': declareEvent(object({ payment_id: integer(), ...amount }), 'A payment succeeded and the funds increased.'),
    'ad-wire-announced': declareEvent(object({ wire_transfer_id: integer(), ...amount }), 'A bank transfer was announced.'),
    'ad-payment-method-added': declareEvent(object({ payment_method_id: integer() }), 'A payment method was added.'),
    'ad-campaign-open-asked': declareEvent(
      object({ campaign_id: integer(), path: string() }),
      'The user wants to open the campaign of a ledger entry or an invoice; cancel it to open it yourself.',
      { cancelable: true },
    ),
    'ad-insertion-order-asked': declareEvent(
      object({ insertion_order_id: integer() }),
      'The user wants to open the insertion order of a ledger entry; cancel it to show the order yourself.',
      { cancelable: true },
    ),
    'ad-report-asked': declareEvent(
      object({ campaign_id: integer(), advertiser_id: integer(), currency_code: string(), start_date: string(), end_date: string() }),
      'The user wants to open the report behind a line of an invoice; cancel it to show the report yourself.',
      { cancelable: true },
    ),
    'ad-auto-rebill-changed': declareEvent(object({ auto_rebill_id: integer() }), 'The auto-rebill was created or changed.'),
  },
  surface: (): Surface => import('../src/surfaces/funds/index.tsx'),
  words: (): Words => import('words:funds'),
})
