import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { advertisers, maxDsps } from '../../../contract/advertisers/advertisers.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { useAdvertiser } from './context.tsx'

type SeatValues = { readonly name: string; readonly seat: string }

const rules = { name: [required, maxLength(120)], seat: [required, maxLength(80)] }

function SeatDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const { advertiser_id, member_group_id: memberGroupId } = useAdvertiser()
  return (
    <ResourceFormDialog<SeatValues>
      name="seat"
      heading={<Trans>Add a seat</Trans>}
      label={t`Seat`}
      initial={{ name: '', seat: '' }}
      rules={rules}
      save={(body) =>
        mutate(
          advertisers.addDsp,
          { path: { memberGroupId, advertiserId: advertiser_id }, body },
          { stale: adminData, event: () => emit('ad-advertiser-changed', { advertiser_id }), title: t`Seat added`, text: body.name },
        )
      }
      submit={<Trans>Add seat</Trans>}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField {...form.field('name', t`Platform`)} isRequired maxLength={120} />
          <TextField {...form.field('seat', t`Seat`)} isRequired maxLength={80} />
        </>
      )}
    </ResourceFormDialog>
  )
}

/** The advertiser's seats at demand-side platforms. */
export function Seats() {
  const { t } = useLingui()
  const { isReadonly } = useAdmin()
  const { dsps } = useAdvertiser()
  const [isAdding, setAdding] = useState(false)
  const mayNot = useDisabledReason()({ permissions: ['advertisers.change'] })
  const isFull = dsps.length >= maxDsps
  return (
    <section className="detail-part" aria-labelledby="advertiser-seats">
      <h3 id="advertiser-seats">
        <Trans>Seats at platforms</Trans>
      </h3>
      {dsps.length === 0 ? (
        <p className="quiet">
          <Trans>None</Trans>
        </p>
      ) : (
        <KeyValues items={dsps.map(({ name, seat }) => ({ id: name, label: name, value: seat }))} />
      )}
      {!isReadonly && (
        <div className="row">
          <Button
            disabledBecause={mayNot ?? (isFull ? t`An advertiser can have at most ${maxDsps} platforms` : undefined)}
            onPress={() => setAdding(true)}
          >
            <Trans>Add seat</Trans>
          </Button>
        </div>
      )}
      {isAdding && <SeatDialog onClose={() => setAdding(false)} />}
    </section>
  )
}
