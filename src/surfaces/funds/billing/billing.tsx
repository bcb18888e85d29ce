import { Trans } from '@lingui/react/macro'
import { invoices } from '../../../contract/invoices/invoices.ts'
import { fees } from '../../../contract/payments/fees.ts'
import { taxIds } from '../../../contract/payments/tax-ids.ts'
import { billing, fundingTypes } from '../../../contract/spend-limits/spend-limits.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { addStyles } from '../../../ui/theme/styles.ts'
import { FundsScreen } from '../screen.tsx'
import css from './billing.css'
import { MethodsForm } from '../../../parts/billing/methods-form.tsx'
import { TermsForm } from '../../../parts/billing/terms-form.tsx'
import { fundsData, useAccount } from '../context.tsx'
import { ClientSettings } from './client-settings.tsx'
import { TaxIdForm } from './tax-id-form.tsx'
import { TypesForm } from './types-form.tsx'

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
      <h4 id="billing-terms">
        <Trans>Invoice terms</Trans>
      </h4>
      <ResourceGate
        read={useRead(invoices.terms, { path: { memberGroupId } })}
        height={240}
        brokenHeading={<Trans>Couldn’t load the invoice terms</Trans>}
        refused={refused}
        missing={refused}
      >
        {(terms) => <TermsForm terms={terms} stale={fundsData} />}
      </ResourceGate>
    </section>
  )
}

function FundingTypesSection() {
  const { clientId: memberGroupId } = useScope()
  const refused = <NoPermission text={<Trans>Ask an administrator of your account for access to funding types.</Trans>} />
  return (
    <section className="detail-part" aria-labelledby="billing-types">
      <h4 id="billing-types">
        <Trans>Ways to fund</Trans>
      </h4>
      <ResourceGate
        read={useRead(fundingTypes.list, { path: { memberGroupId } })}
        height={200}
        brokenHeading={<Trans>Couldn’t load the funding types</Trans>}
        refused={refused}
        missing={refused}
      >
        {({ funding_types: types, version }) => <TypesForm types={types} version={version} />}
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
      <h4 id="billing-methods">
        <Trans>Billing methods</Trans>
      </h4>
      <p className="quiet">
        <Trans>
          For your records: how you have agreed to bill. They don’t switch payments, spend limits or insertion orders on or off.
        </Trans>
      </p>
      <ResourceGate read={known} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
        {({ billing_methods: methods }) => (
          <ResourceGate read={own} height={160} brokenHeading={brokenHeading} refused={refused} missing={refused}>
            {({ billing_method_ids: chosen, version }) => (
              <MethodsForm methods={methods} chosen={chosen} version={version} stale={fundsData} />
            )}
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
      <Gate
        any
        permissions={['fees.read', 'invoices.read']}
        fallback={<NoPermission text={<Trans>Ask an administrator of your account for access to billing.</Trans>} />}
      >
        <div className="detail-tab billing">
          <TaxIdSection />
          <ClientSettings>
            <InvoiceTermsSection />
            <FundingTypesSection />
            <BillingMethodsSection />
          </ClientSettings>
        </div>
      </Gate>
    </FundsScreen>
  )
}
