import { integer, object, string } from 'superstruct'
import { declareEvent, defineElement, flagProp, scopeProps, type Surface, type Words } from './runtime/define.ts'
import { campaignOpenAsked, insertionOrderAsked, reportAsked } from './runtime/navigation-events.ts'

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
    'ad-campaign-open-asked': campaignOpenAsked,
    'ad-insertion-order-asked': insertionOrderAsked,
    'ad-report-asked': reportAsked,
    'ad-auto-rebill-changed': declareEvent(object({ auto_rebill_id: integer() }), 'The auto-rebill was created or changed.'),
  },
  surface: (): Surface => import('../src/surfaces/funds/index.tsx'),
  words: (): Words => import('words:funds'),
})
