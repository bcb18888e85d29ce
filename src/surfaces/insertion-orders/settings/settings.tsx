import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type InsertionOrderConfig } from '../../../contract/insertion-orders/insertion-orders.ts'
import { defaultLocale, intlLocale, type Locale, locales } from '../../../contract/locales.ts'
import { useRead } from '../../../kit/cache.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { type FormOf, ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { useClient, useCurrency } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { FormRules } from '../../../ui/form/use-form.ts'
import type { CurrencyFormat } from '../../../ui/format/format.ts'
import { Select } from '../../../ui/select/select.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { orderData } from '../context.tsx'
import { positive } from '../form/values.ts'
import css from '../insertion-orders.css'
import { languageName, SettingsHistory } from './history.tsx'

addStyles(css)

/** The legal text of each language is a field of its own, so that a conflict keeps what another person wrote in another language. */
type LegalText = `legal_texts.${Locale}`
type ConfigValues = Omit<InsertionOrderConfig, 'text_version' | 'version' | 'purchase_order_pattern' | 'sign_in_above' | 'legal_texts'> & {
  readonly purchase_order_pattern: string
  /** Empty for none. */
  readonly sign_in_above: string
} & Readonly<Record<LegalText, string>>

const textMax = 20_000
const patternMax = 40
const otherLocales = locales.filter((locale) => locale !== defaultLocale)

/** A number that matches a pattern. */
const exampleOf = (pattern: string) => pattern.replaceAll('9', '4').replaceAll('*', 'X1')

const fieldOf = (locale: Locale): LegalText => `legal_texts.${locale}`
/** A value for the legal text of each language. */
const perText = <Value,>(of: (locale: Locale) => Value) =>
  Object.fromEntries(locales.map((locale) => [fieldOf(locale), of(locale)])) as Record<LegalText, Value> // a key for each locale

function valuesOf({
  text_version: _,
  version: __,
  purchase_order_pattern: pattern,
  sign_in_above,
  legal_texts,
  ...config
}: InsertionOrderConfig): ConfigValues {
  const texts: Readonly<Partial<Record<Locale, string>>> = legal_texts // a client has only some of them
  return {
    ...config,
    purchase_order_pattern: pattern ?? '',
    sign_in_above: sign_in_above ?? '',
    ...perText((locale) => texts[locale] ?? ''),
  }
}

/** The legal texts of all languages, because a request replaces them together. */
const legalTextsOf = (values: ConfigValues) =>
  Object.fromEntries(
    otherLocales.flatMap((locale) => (values[fieldOf(locale)] ? [[locale, values[fieldOf(locale)]]] : [])),
  ) as InsertionOrderConfig['legal_texts'] // a client has only some of them

interface FieldsProps {
  readonly form: FormOf<ConfigValues>
  readonly isReadonly: boolean
}

/** The default currency of the client, in which the settings have their amount. */
function useDefaultCurrency(): CurrencyFormat {
  const { memberGroup } = useClient()
  const currencyOf = useCurrency()
  return currencyOf(memberGroup?.default_currency?.currency_code ?? 'USD')
}

/** Whether orders are used, how they are numbered and approved, and what happens at their end. */
function RuleFields({ form, isReadonly }: FieldsProps) {
  const { t } = useLingui()
  const currency = useDefaultCurrency()
  const shared = { isReadonly }
  return (
    <>
      <section aria-labelledby="order-settings-use">
        <h3 id="order-settings-use">
          <Trans>Orders</Trans>
        </h3>
        <Checkbox
          {...form.field('is_insertion_order_enabled', t`Use insertion orders`)}
          {...shared}
          help={t`If off, no new orders can be created. Existing orders stay in force.`}
        />
        <TextField
          {...form.field('number_prefix', t`Number prefix`)}
          {...shared}
          tidy={(text) => text.trim().toUpperCase()}
          help={t`New orders are numbered ${form.values.number_prefix}-0001, ${form.values.number_prefix}-0002 and so on.`}
        />
        <RadioGroup<'stop' | 'funds'>
          {...form.field('at_end', t`At the end of an order`)}
          {...shared}
          choices={[
            { value: 'stop', label: t`Stop its campaigns` },
            { value: 'funds', label: t`Continue its campaigns`, hint: t`They spend from the advertiser’s funds.` },
          ]}
        />
      </section>
      <section aria-labelledby="order-settings-approval">
        <h3 id="order-settings-approval">
          <Trans>Approval</Trans>
        </h3>
        <Checkbox
          {...form.field('needs_two_approvals', t`Both sides approve`)}
          {...shared}
          help={t`The client and the advertiser each approve. If off, one approval is enough.`}
        />
        <Checkbox
          {...form.field('may_author_approve', t`Authors may approve`)}
          {...shared}
          help={t`If off, another person must approve what someone wrote.`}
        />
        <Checkbox
          {...form.field('must_lines_cover_total', t`Lines must add up to the total`)}
          {...shared}
          help={t`If off, a part of the total may stay unallocated.`}
        />
        <MoneyField
          {...form.field('sign_in_above', t`Sign in again above`)}
          {...shared}
          currency={currency}
          help={t`Approving a larger order needs a sign-in of the last 15 minutes. Empty: never.`}
        />
      </section>
    </>
  )
}

function PurchaseOrderFields({ form, isReadonly }: FieldsProps) {
  const { t } = useLingui()
  const { is_purchase_order_enabled: isEnabled, purchase_order_pattern: pattern } = form.values
  const example = exampleOf(pattern)
  return (
    <section aria-labelledby="order-settings-po">
      <h3 id="order-settings-po">
        <Trans>Purchase order numbers</Trans>
      </h3>
      <Checkbox
        {...form.field('is_purchase_order_enabled', t`Use purchase order numbers`)}
        isReadonly={isReadonly}
        help={t`Orders have a field for the advertiser’s number. The printed order shows it.`}
      />
      {isEnabled && (
        <>
          <Checkbox
            {...form.field('is_purchase_order_required', t`Require a number`)}
            isReadonly={isReadonly}
            help={t`Without a number an order cannot be submitted, and its invoices wait.`}
          />
          <TextField
            {...form.field('purchase_order_pattern', t`Pattern`)}
            isReadonly={isReadonly}
            maxLength={patternMax}
            help={
              <>
                <Trans>9 is a digit, A a letter, * any text, for example PO-9999. Empty accepts every number.</Trans>{' '}
                {pattern && <Trans>Example of a number that fits: {example}</Trans>}
              </>
            }
          />
        </>
      )}
    </section>
  )
}

/** The legal text in each language. */
function TextFields({ form, isReadonly, textVersion }: FieldsProps & { readonly textVersion: number }) {
  const { t, i18n } = useLingui()
  const [locale, setLocale] = useState<Locale>(defaultLocale)
  const { values } = form
  const names = useMemo(() => new Intl.DisplayNames([intlLocale(i18n.locale)], { type: 'language' }), [i18n.locale])
  const nameOf = (id: Locale) => languageName(id, names)
  const withText = otherLocales.filter((id) => values[fieldOf(id)] !== '').join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names depend on the locale, the notes on which texts exist
  const options = useMemo(
    () => [
      { id: defaultLocale, label: t`Default language` },
      ...otherLocales.map((id) => ({ id, label: nameOf(id), note: values[fieldOf(id)] === '' ? undefined : t`Own text` })),
    ],
    [t, names, withText],
  )
  const chosen = options.find(({ id }) => id === locale) ?? null
  // All languages have labels for the question before leaving, even while another one is shown.
  const fields = perText((id) => form.field(fieldOf(id), t`Legal text, ${nameOf(id)}`))
  return (
    <section aria-labelledby="order-settings-text">
      <h3 id="order-settings-text">
        <Trans>Legal text</Trans>
      </h3>
      <Callout kind="info" heading={<Trans>Approved orders keep their text</Trans>}>
        <Trans>A change applies to orders that are submitted afterwards. This is version {textVersion} of the text.</Trans>
      </Callout>
      <div className="order-choice">
        <Select
          label={t`Language`}
          noClear
          options={options}
          value={chosen}
          onChange={(option) => setLocale(locales.find((item) => item === option?.id) ?? defaultLocale)}
        />
      </div>
      {locale === defaultLocale ? (
        <TextArea {...form.field('legal_text', t`Legal text`)} isReadonly={isReadonly} rows={10} maxLength={textMax} />
      ) : (
        <TextArea
          {...fields[fieldOf(locale)]}
          isReadonly={isReadonly}
          rows={10}
          maxLength={textMax}
          help={t`Empty uses the text of the default language.`}
        />
      )}
    </section>
  )
}

function useConfigRules(): FormRules<ConfigValues> {
  const { t } = useLingui()
  const currency = useDefaultCurrency()
  const isPrefix = (text: string): FieldRuleResult =>
    /^[A-Z0-9-]{1,12}$/.test(text) || { code: 'custom', text: t`Use 1 to 12 capital letters, digits or hyphens` }
  return {
    number_prefix: [isPrefix],
    purchase_order_pattern: [maxLength(patternMax)],
    sign_in_above: [(text) => text === '' || positive(currency)(text)],
    legal_text: [maxLength(textMax)],
    ...perText(() => [maxLength(textMax)]),
  }
}

function SettingsForm({ config }: { readonly config: InsertionOrderConfig }) {
  const { t } = useLingui()
  const { clientId, isReadonly } = useScope()
  const { mutate } = useMutate()
  const mayNot = useDisabledReason()({ permissions: ['insertion_orders.configure'] })
  const isFixed = isReadonly || mayNot !== undefined
  const save = (values: ConfigValues, { changes, version }: Save<ConfigValues>) => {
    const { purchase_order_pattern: pattern, sign_in_above, ...others } = changes
    const own = Object.fromEntries(Object.entries(others).filter(([field]) => !field.startsWith('legal_texts.')))
    const areTextsChanged = Object.keys(own).length < Object.keys(others).length
    const body = {
      ...own,
      ...(pattern !== undefined && { purchase_order_pattern: pattern.trim() || null }),
      ...(sign_in_above !== undefined && { sign_in_above: sign_in_above || null }),
      ...(areTextsChanged && { legal_texts: legalTextsOf(values) }),
    }
    return mutate(
      insertionOrders.changeConfig,
      { path: { memberGroupId: clientId }, body },
      { version, stale: orderData, title: t`Settings saved` },
    )
  }
  return (
    <div className="order-form order-settings">
      <h2>
        <Trans>Settings of insertion orders</Trans>
      </h2>
      {mayNot !== undefined && !isReadonly && (
        <Callout kind="info" heading={<Trans>You can read these settings but not change them</Trans>}>
          <Trans>Ask an administrator of the client.</Trans>
        </Callout>
      )}
      <ResourceForm<ConfigValues>
        name="insertion order settings"
        label={t`Settings of insertion orders`}
        initial={valuesOf(config)}
        version={config.version}
        rules={useConfigRules()}
        save={save}
        isReadonly={isFixed}
        submit={<Trans>Save settings</Trans>}
      >
        {(form) => (
          <>
            <RuleFields form={form} isReadonly={isFixed} />
            <PurchaseOrderFields form={form} isReadonly={isFixed} />
            <TextFields form={form} isReadonly={isFixed} textVersion={config.text_version} />
          </>
        )}
      </ResourceForm>
      {mayNot === undefined && <SettingsHistory clientId={clientId} />}
    </div>
  )
}

/** The settings of a client's orders. */
export default function OrderSettings() {
  const { clientId } = useScope()
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to insertion orders.</Trans>} />
  return (
    <ResourceGate
      read={useRead(insertionOrders.config, { path: { memberGroupId: clientId } })}
      brokenHeading={<Trans>Couldn’t load the settings of insertion orders</Trans>}
      refused={refused}
      missing={refused}
    >
      {(config) => <SettingsForm config={config} />}
    </ResourceGate>
  )
}
