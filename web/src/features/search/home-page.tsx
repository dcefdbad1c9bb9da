import type { ReactNode } from 'react'
import { useEnvironment, useMay, useSession } from '../../lib/session-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import styles from './home-page.module.css'

interface HomePageProps {
  /** Search box, or the reason why there is none. */
  readonly box: ReactNode
  /** Cards of waiting work, if any. */
  readonly waiting: ReactNode
  /** Work summaries of the role, if any. */
  readonly atHand: ReactNode
}

const acceptedInputs = [
  { what: 'RID', means: 'the merchant’s customer id; may be an e-mail address or an IBAN' },
  { what: 'Transaction id', means: 'of the service' },
  { what: 'Merchant’s id', means: 'of a transaction that this office knows, or its reference' },
  {
    what: 'Identity id',
    means: 'of the service; opens the record, or the customer where your role may not open it',
  },
  { what: 'Anything around it', means: 'a log line or an address: the id is cut out' },
]

export function HomePage({ box, waiting, atHand }: HomePageProps): ReactNode {
  const environment = useEnvironment()
  const { role } = useSession()
  const mayLookUp = useMay('search.use')
  const zone = useTimeZone()
  return (
    <div className={styles.home}>
      <PageHeading title="Home" place={environment.label} unfocused className={styles.title}>
        {mayLookUp ? 'Look up' : 'Home'}
      </PageHeading>
      {box}
      {waiting}
      {atHand}
      <div className={styles.below}>
        {mayLookUp ? <AcceptedInputs /> : null}
        <div className={styles.side}>
          <section aria-labelledby="keys">
            <h2 id="keys" className={styles.head}>
              Keys
            </h2>
            <dl className={styles.keys}>
              {mayLookUp ? (
                <>
                  <dt>Box, from any page</dt>
                  <dd>
                    <Kbd keys="Ctrl K" />
                  </dd>
                </>
              ) : null}
              <dt>Home</dt>
              <dd>
                <Kbd keys="g h" />
              </dd>
              <dt>Keys and words of a page</dt>
              <dd>
                <Kbd keys="?" />
              </dd>
            </dl>
          </section>
          <section aria-labelledby="here">
            <h2 id="here" className={styles.head}>
              Where you are
            </h2>
            <dl className={styles.list}>
              <div className={styles.row}>
                <dt>{environment.label}</dt>
                <dd>
                  {environment.kind === 'production'
                    ? 'real customers, real money'
                    : 'for tests; no real money moves'}
                </dd>
              </div>
              <div className={styles.row}>
                <dt>{role.label}</dt>
                <dd>{role.sees}</dd>
              </div>
              <div className={styles.row}>
                <dt>{zone}</dt>
                <dd>zone of every time; UTC on hover</dd>
              </div>
            </dl>
          </section>
        </div>
      </div>
      <p className={styles.foot} hidden={!mayLookUp}>
        What looks like the beginning of an id is asked for while you type; all else is sent once, when you
        press Enter. It is in no address and no log. A RID that is found is kept encrypted. Every look-up is
        recorded.
      </p>
    </div>
  )
}

function AcceptedInputs(): ReactNode {
  return (
    <section aria-labelledby="takes">
      <h2 id="takes" className={styles.head}>
        What the box takes
      </h2>
      <dl className={styles.list}>
        {acceptedInputs.map(({ what, means }) => (
          <div key={what} className={styles.row}>
            <dt>{what}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
