import { Trans, useLingui } from '@lingui/react/macro'
import { type FundingType, fundingTypes as ids } from '../../../contract/money/funding-types.ts'
import { fundingTypes } from '../../../contract/spend-limits/spend-limits.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceForm, type Save } from '../../../parts/resource/form.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { useClientReason } from '../../../parts/scope/client-reason.ts'
import { fundsData } from '../context.tsx'
import { useRefusalTexts } from '../refusals.ts'

/** Whether each type is on. Promotional credit is given by the client itself, so it is no choice. */
type TypeValues = { readonly card: boolean; readonly creditLine: boolean; readonly wire: boolean }

const names = ['card', 'wire', 'creditLine'] as const

/** The ways in which the client's advertisers may add funds. */
export function TypesForm({ types, version }: { readonly types: readonly FundingType[]; readonly version: number }) {
  const { t } = useLingui()
  const { clientId: memberGroupId, isReadonly } = useScope()
  const { mutate } = useMutate()
  const texts = useRefusalTexts()
  const mayNot = useClientReason('member_groups.change')
  const isFixed = isReadonly || mayNot !== undefined
  const isOn = (name: keyof TypeValues) => types.some(({ id, status }) => id === ids[name] && status === 'Active')
  const save = (_: TypeValues, { changes, version }: Save<TypeValues>) =>
    mutate(
      fundingTypes.change,
      {
        path: { memberGroupId },
        body: {
          funding_types: names
            .filter((name) => changes[name] !== undefined)
            .map((name) => ({ id: ids[name], status: changes[name] ? ('Active' as const) : ('Inactive' as const) })),
        },
      },
      { version, stale: fundsData, title: t`Ways to fund saved` },
    )
  return (
    <ResourceForm<TypeValues>
      name="funding types"
      label={t`Ways to fund`}
      initial={{ card: isOn('card'), creditLine: isOn('creditLine'), wire: isOn('wire') }}
      version={version}
      save={save}
      texts={texts}
      isReadonly={isReadonly}
      disabledBecause={({ values }) => mayNot ?? (names.some((name) => values[name]) ? undefined : t`Choose at least one way to fund`)}
      submit={<Trans>Save ways to fund</Trans>}
    >
      {(form) => (
        <>
          <Checkbox {...form.field('card', t`Card payments`)} isReadonly={isFixed} help={t`Advertisers add funds by card.`} />
          <Checkbox
            {...form.field('wire', t`Bank transfers`)}
            isReadonly={isFixed}
            help={t`Advertisers announce transfers. Those that are announced already can still arrive.`}
          />
          <Checkbox
            {...form.field('creditLine', t`Credit line`)}
            isReadonly={isFixed}
            help={t`Spend limits can be set and raised. Limits that exist stay when it is off.`}
          />
        </>
      )}
    </ResourceForm>
  )
}
