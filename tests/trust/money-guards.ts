/** A guard of money, the edit that removes it, and the test that must fail without it. */
export interface MoneyGuard {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly from: string
  readonly to: string
  /** A file of tests/platform, and a part of the test's name. */
  readonly test: readonly [file: string, name: string]
}

const platform = 'demo/platform'
const settlement = 'payments-settlement'
const lines = (...texts: readonly string[]) => texts.join('\n')

/** Every guard that keeps a payment from being charged, credited or started wrongly. */
export const moneyGuards: readonly MoneyGuard[] = [
  {
    name: 'the unique key of a credit',
    file: `${platform}/payments/settle.ts`,
    from: `reason: 'Payment', unique_key: key('credit')`,
    to: `reason: 'Payment', unique_key: null`,
    test: [settlement, 'whose state was lost is credited and debited once'],
  },
  {
    name: 'the unique key of a refund',
    file: `${platform}/payments/settle.ts`,
    from: 'const unique_key = `payment ${payment.payment_id} refund ${refunded}`',
    to: 'const unique_key = null',
    test: [settlement, 'whose state was lost is credited and debited once'],
  },
  {
    name: 'the lock of a payment that is settled',
    file: `${platform}/payments/settle.ts`,
    from: lines(`      .where('payment_id', '=', key.payment_id)`, '      .forUpdate()'),
    to: `      .where('payment_id', '=', key.payment_id)`,
    test: [settlement, 'two settlements of one payment at the same time follow each other'],
  },
  {
    name: 'a state that never goes back',
    file: `${platform}/payments/settle.ts`,
    from: 'const state = order[reached] > order[payment.state] ? reached : payment.state',
    to: 'const state = reached',
    test: [settlement, 'in all 24 orders'],
  },
  {
    name: 'a refunded amount that never falls',
    file: `${platform}/payments/settle.ts`,
    from: 'const refunded = charge.refunded > BigInt(payment.refunded) ? charge.refunded : BigInt(payment.refunded)',
    to: 'const refunded = charge.refunded',
    test: [settlement, 'beyond the balance is owed once'],
  },
  {
    name: 'a refund that takes funded money only',
    file: `${platform}/payments/settle.ts`,
    from: 'const funded = minAmount(balance, await leftInLots(kysely, account, fundedTypes))',
    to: 'const funded = balance',
    test: [settlement, 'is debited from funded money only'],
  },
  {
    name: 'the amount and the currency of a charge',
    file: `${platform}/payments/settle.ts`,
    from: 'if (charge.charged !== chargedOf(payment) || charge.currency_code !== payment.currency_code)',
    to: 'if (charge.charged < 0n)',
    test: [settlement, 'with another amount or currency than the payment change nothing'],
  },
  {
    name: 'the key of a charge at the provider',
    file: `${platform}/payments/charge.ts`,
    from: 'key: chargeKey(payment),',
    to: 'key: `${chargeKey(payment)} ${Math.random()}`,',
    test: [settlement, 'at any statement of a charge leaves one charge'],
  },
  {
    name: 'the signature of a message',
    file: `${platform}/payments/sandbox-events.ts`,
    from: 'return timingSafeEqual(Buffer.from(sent), Buffer.from(hash(secret, seconds, text)))',
    to: 'return true',
    test: [settlement, 'with another secret'],
  },
  {
    name: 'the time limit of a message',
    file: `${platform}/payments/sandbox-events.ts`,
    from: 'if (Math.abs(now.getTime() / 1000 - Number(seconds)) > maxAgeSeconds) return false',
    to: '',
    test: [settlement, 'older than five minutes'],
  },
  {
    name: 'the known id of a message',
    file: `${platform}/payments/handlers.ts`,
    from: 'if (inserted && charge &&',
    to: 'if (charge &&',
    test: [settlement, 'with a known id change nothing'],
  },
  {
    name: 'the key of a payment',
    file: `${platform}/payments/charge.ts`,
    from: 'if (before) return before',
    to: '',
    test: ['payments', 'that is sent again after its stored answer was lost is one charge'],
  },
  {
    name: 'the comparison of a payment with its key',
    file: `${platform}/payments/charge.ts`,
    from: 'if (!isSame) throw',
    to: 'if (false) throw',
    test: ['payments', 'that is sent again after its stored answer was lost is one charge'],
  },
  {
    name: 'the price that the payer has seen',
    file: `${platform}/payments/charge.ts`,
    from: 'if (start.expectedCharge !== undefined && start.expectedCharge !== charged) throw priceChanged(start.expectedCharge, charged)',
    to: '',
    test: ['payments', 'with another price than the one that was shown is refused with both'],
  },
  {
    name: 'the limit of a new method',
    file: `${platform}/payments/charge.ts`,
    from: 'await requireTrust(kysely, owner, { amount, payment_method_id, addedAt: method.created_at, now, terms })',
    to: '',
    test: ['payments', 'by a method of the last 24 hours'],
  },
  {
    name: 'the check for one automatic payment under way',
    file: `${platform}/payments/charge.ts`,
    from: `if (origin === 'rebill') await requireNoneInFlight(context, start)`,
    to: '',
    test: ['payments', 'of the auto-rebill is one at a time'],
  },
  {
    name: 'the index of one automatic payment under way',
    file: `${platform}/tables/047-payments.ts`,
    from: 'create unique index payments_rebill_in_flight',
    to: 'create index payments_rebill_in_flight',
    test: ['payments', 'of the auto-rebill is one at a time'],
  },
  {
    name: 'the index of one run under way',
    file: `${platform}/tables/049-auto-rebills.ts`,
    from: 'create unique index auto_rebill_runs_in_flight',
    to: 'create index auto_rebill_runs_in_flight',
    test: ['auto-rebills', 'has one charge under way'],
  },
  {
    name: 'the key of an automatic payment',
    file: `${platform}/auto-rebills/check.ts`,
    from: 'await lastEntryId(kysely, account)} ${failures}`',
    to: 'await lastEntryId(kysely, account)} ${failures} ${Math.random()}`',
    test: ['auto-rebills', 'charges a state of the funds once'],
  },
  {
    name: 'the origins that may frame the payment page',
    file: `${platform}/payments/methods.ts`,
    from: 'if (!isAllowed || (sender',
    to: 'if ((sender',
    test: ['payments', 'is framed by origins of the client only'],
  },
  {
    name: 'the origin of the page that asks for the payment page',
    file: `${platform}/payments/methods.ts`,
    from: '|| (sender !== null && sender !== parentOrigin)',
    to: '',
    test: ['payments', 'is framed by origins of the client only'],
  },
  {
    name: 'the frame policy of the payment page',
    file: `${platform}/payments/page.ts`,
    from: `\`frame-ancestors \${ancestors?.join(' ') ?? "'none'"}\`,`,
    to: '',
    test: ['payments', 'saves a card for its session'],
  },
  {
    name: 'the origin of a submitted form',
    file: `${platform}/payments/page.ts`,
    from: 'if (!isOwnForm(request) || !isShort)',
    to: 'if (!isShort)',
    test: ['payments', 'is not there after a quarter of an hour'],
  },
  {
    name: 'the end of a used session',
    file: `${platform}/payments/page.ts`,
    from: lines(`    .where('used_at', 'is', null)`, `    .where('expires_at'`),
    to: `    .where('expires_at'`,
    test: ['payments', 'saves a card for its session'],
  },
  {
    name: 'the single use of a session at one moment',
    file: `${platform}/payments/page.ts`,
    from: '!isFirst || ',
    to: '',
    test: ['payments', 'that is sent twice at once saves one card'],
  },
  {
    name: 'the quarter of an hour of a session',
    file: `${platform}/payments/page.ts`,
    from: `    .where('expires_at', '>', machineNow())\n`,
    to: '',
    test: ['payments', 'is not there after a quarter of an hour'],
  },
  {
    name: 'the refused cards of a user',
    file: `${platform}/payments/attempts.ts`,
    from: 'Number(of_user) >= user || ',
    to: '',
    test: ['payments', 'takes five refused cards of a user in an hour'],
  },
  {
    name: 'the refused cards of a client',
    file: `${platform}/payments/attempts.ts`,
    from: ' || Number(of_client) >= client',
    to: '',
    test: ['payments', 'takes twenty refused cards of a client in an hour'],
  },
  {
    name: 'the refused cards in an open session',
    file: `${platform}/payments/page.ts`,
    from: `if (!(await mayTry(deps, session))) return methodPage(deps, session, { decline: 'too_many' })`,
    to: '',
    test: ['payments', 'takes five refused cards of a user in an hour'],
  },
  {
    name: 'the id of a receipt at the bank',
    file: `${platform}/wires/receive.ts`,
    from: 'provider_id,\n      advertiser_id: wire',
    to: 'provider_id: `${provider_id} ${Math.random()}`,\n      advertiser_id: wire',
    test: ['wires', 'that the bank reports twice is credited once'],
  },
  {
    name: 'the lines of earlier invoices',
    file: `${platform}/invoices/close.ts`,
    from: 'sum(s.micros) - coalesce(${invoiced}, 0)',
    to: 'sum(s.micros)',
    test: ['invoices', 'contains what was charged after the month before was closed'],
  },
  {
    name: 'the version of an invoice that is paid',
    file: `${platform}/invoices/pay.ts`,
    from: `if (invoice.version !== version) throw staleVersion('Invoice')`,
    to: '',
    test: ['invoices', 'is recorded once: repeated, at the same time, or of an old version'],
  },
]
