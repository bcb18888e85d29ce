import type { Kysely } from 'kysely'
import type { DeclineReason, PaymentMethodType } from '../../../src/contract/payments/payments.ts'
import type { Tables } from '../tables/index.ts'

/** What a provider's calls need of the platform. A provider of its own network uses none of it. */
export interface ProviderDeps {
  readonly kysely: Kysely<Tables>
  readonly now: Date
}

/** A card or bank debit at the provider. */
export interface ProviderMethod {
  readonly id: string
  readonly type: PaymentMethodType
  readonly brand: string
  readonly last_four: string
  readonly exp_month: number | null
  readonly exp_year: number | null
}

export type ChargeState = 'processing' | 'needs_action' | 'succeeded' | 'declined' | 'canceled'

/** A charge as the provider knows it at one time. */
export interface ProviderCharge {
  readonly id: string
  /** The key that the platform sent with it. */
  readonly key: string
  readonly state: ChargeState
  readonly decline: DeclineReason | null
  /** Micros. */
  readonly charged: bigint
  /** Micros that went back to the payer by refunds and chargebacks. */
  readonly refunded: bigint
  readonly currency_code: string
}

export interface ChargeRequest {
  /** A repeat with the same key returns the same charge. */
  readonly key: string
  readonly customer_id: string
  readonly method_id: string
  readonly charged: bigint
  readonly currency_code: string
  /** Whether the payer can do a second step of the bank. */
  readonly isPersonPresent: boolean
  /** When the platform started the charge; a repeat has the same time. */
  readonly started_at: Date
}

/** A verified message; it has a charge if it is about one. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly charge: ProviderCharge | null
}

/** The state of a stored method that the provider has to know. */
export interface MethodUpdate {
  readonly id: string
  readonly isRemoved: boolean
  readonly exp_month: number | null
  readonly exp_year: number | null
}

/** A script of the provider that adds its own fields to the payment page, or does the second step of the bank. */
export interface PaymentScript {
  readonly text: string
  /** What the script reads from the element `provider`. It may be secret: only the payment page has it. */
  readonly data: object
  /** What the page's policy allows in addition, by directive. */
  readonly policy: Readonly<Record<string, string>>
}

/** The provider's part of the payment page. */
export interface PaymentForm {
  /** Safe HTML inside of the form. */
  readonly fields: string
  readonly script?: PaymentScript
}

/** A payment provider. Calls that change something there are made outside of the platform's transactions. */
export interface PaymentProvider {
  readonly name: string
  customer(deps: ProviderDeps, of: { readonly key: string; readonly name: string }): Promise<string>
  charge(deps: ProviderDeps, request: ChargeRequest): Promise<ProviderCharge>
  chargeById(deps: ProviderDeps, id: string): Promise<ProviderCharge | undefined>
  /** Charges that were made or changed since then; a refund changes an old one. */
  chargesSince(deps: ProviderDeps, since: Date): Promise<ProviderCharge[]>
  /** Cancels a charge that waits for the payer. */
  cancel(deps: ProviderDeps, chargeId: string): Promise<ProviderCharge>
  refund(deps: ProviderDeps, refund: { readonly key: string; readonly chargeId: string; readonly micros: bigint }): Promise<ProviderCharge>
  updateMethod(deps: ProviderDeps, update: MethodUpdate): Promise<void>
  /** Checks the signature of a message; undefined if it is not signed by the provider, or too old. */
  eventOf(deps: ProviderDeps, text: string, headers: Headers): Promise<ProviderEvent | undefined>
  /** The form for a new method. */
  form(deps: ProviderDeps, customerId: string): Promise<PaymentForm>
  /** The method that the submitted form describes, why it is refused, or the form of a second step of the bank. */
  method(
    deps: ProviderDeps,
    customerId: string,
    fields: URLSearchParams,
  ): Promise<ProviderMethod | { readonly decline: DeclineReason } | { readonly step: PaymentForm }>
  /** The form for the second step of a charge. */
  step(deps: ProviderDeps, chargeId: string): Promise<PaymentForm>
  /** Answers the second step of a charge; the charge still needs it if the payer has not done it. */
  confirm(deps: ProviderDeps, chargeId: string, isConfirmed: boolean): Promise<ProviderCharge>
}
