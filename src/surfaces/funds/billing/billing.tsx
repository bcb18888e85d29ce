import { Trans } from '@lingui/react/macro'
import { invoices } from '../../../contract/invoices/invoices.ts'
import { fees } from '../../../contract/payments/fees.ts'
import { taxIds } from '../../../contract/payments/tax-ids.ts'
import { billing } from '../../../contract/spend-limits/spend-limits.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { FundsScreen } from '../screen.tsx'
import css from './billing.css'
import { useAccount } from '../context.tsx'
import { MethodsForm } from './methods-form.tsx'
import { TaxIdForm } from './tax-id-form.tsx'
import { TermsForm } from './terms-form.tsx'

addStyles(css)

function TaxIdSection() {
  const account = useAccount()
  const types = useRead(fees.taxTypes, { path: account })
  const own = useRead(taxIds.one, { path: account })
  const refused = <NoPermission text={<Trans>Ask an administrator of your account for access to the tax ID.</Trans>} />
  const brokenHeading = <Trans>Couldn’t load the tax ID</Trans>
  return (
    <section className="detail-part" aria-labelledby="billing-tax-id">
      <h3 id="billing-tax-id">
        <Trans>Tax ID of the advertiser</Trans>
      </h3>
      <ResourceGate read={types} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
        {({ tax_types, default_tax_type_id }) => (
          <ResourceGate read={own} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
            {({ tax_id, version }) => <TaxIdForm types={tax_types} usualTypeId={default_tax_type_id} taxId={tax_id} version={version} />}
          </ResourceGate>
        )}
      </ResourceGate>
    </section>
  )
}

function InvoiceTermsSection() {
  const { clientId: memberGroupId } = useScope()
  const refused = <NoPermission text={<Trans>Ask an administrator of your account for access to invoice terms.</Trans>} />
  return (
    <section className="detail-part" aria-labelledby="billing-terms">
      <h3 id="billing-terms">
        <Trans>Invoice terms</Trans>
      </h3>
      <ResourceGate
        read={useRead(invoices.terms, { path: { memberGroupId } })}
        height={240}
        brokenHeading={<Trans>Couldn’t load the invoice terms</Trans>}
        refused={refused}
        missing={refused}
      >
        {(terms) => <TermsForm terms={terms} />}
      </ResourceGate>
    </section>
  )
}

function BillingMethodsSection() {
  const { clientId: memberGroupId } = useScope()
  const known = useRead(billing.methods, {})
  const own = useRead(billing.one, { path: { memberGroupId } })
  const refused = <NoPermission text={<Trans>Ask an administrator of your account for access to billing methods.</Trans>} />
  const brokenHeading = <Trans>Couldn’t load the billing methods</Trans>
  return (
    <section className="detail-part" aria-labelledby="billing-methods">
      <h3 id="billing-methods">
        <Trans>Billing methods</Trans>
      </h3>
      <ResourceGate read={known} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
        {({ billing_methods: methods }) => (
          <ResourceGate read={own} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
            {({ billing_method_ids: chosen, version }) => <MethodsForm methods={methods} chosen={chosen} version={version} />}
          </ResourceGate>
        )}
      </ResourceGate>
    </section>
  )
}

/** The tax id of the advertiser, and how the client bills its advertisers. */
export default function BillingScreen() {
  return (
    <FundsScreen>
      <div className="detail-tab billing">
        <TaxIdSection />
        <p className="quiet">
          <Trans>The settings below apply to all advertisers of the client.</Trans>
        </p>
        <InvoiceTermsSection />
        <BillingMethodsSection />
      </div>
    </FundsScreen>
  )
}
