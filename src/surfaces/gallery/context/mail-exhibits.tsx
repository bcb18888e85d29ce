import { useState } from 'react'
import { NotificationChoice } from '../../../parts/account/notification-choice.tsx'
import { useViewer } from '../../../parts/scope/viewer.tsx'
import { Terms } from '../../../parts/account/terms.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { Exhibit } from '../exhibit.tsx'

/** The terms open on request, so that they do not cover the page. */
export function MailExhibits({ clientId }: { readonly clientId: number }) {
  const known = useViewer()
  const [isShown, setShown] = useState(false)
  const userId = known.state === 'known' ? known.person?.user_id : undefined
  return (
    <>
      {userId !== undefined && (
        <Exhibit name="Notifications">
          <NotificationChoice userId={userId} />
        </Exhibit>
      )}
      <Exhibit name="Terms">
        {isShown ? (
          <Terms memberGroupId={clientId} waiting={<LoadingSkeleton height={60} />} onDecline={() => setShown(false)}>
            <p>The terms are accepted or not required.</p>
          </Terms>
        ) : (
          <div className="row">
            <Button onPress={() => setShown(true)}>Show the terms</Button>
          </div>
        )}
      </Exhibit>
    </>
  )
}
