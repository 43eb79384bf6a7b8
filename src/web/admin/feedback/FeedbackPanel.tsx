import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { feedbackQuestions, minAnswers } from '../../../contract/feedback.texts.ts';
import { formatNumber } from '../../../shared/format.ts';
import { ErrorNote } from '../../ui/States.tsx';
import { $feedback, loadFeedback } from './feedback.store.ts';
import './feedback-panel.css';

/** What participants of a past product thought of it: averages and words, never who. */
export function FeedbackPanel({ productId }: { productId: string }) {
  const feedback = useStore($feedback);
  useEffect(() => void loadFeedback(productId), [productId]);
  return (
    <section className="panel not-printed" aria-labelledby="gorusler">
      <div className="panel__head">
        <h2 id="gorusler">Görüşler</h2>
        {feedback.state === 'loaded' && <p className="quiet">{feedback.value.count} yanıt</p>}
      </div>
      {feedback.state === 'failed' && (
        <ErrorNote text={feedback.message} onRetry={() => void loadFeedback(productId)} />
      )}
      {feedback.state === 'loaded' && (
        <>
          {feedback.value.averages ? <Averages averages={feedback.value.averages} /> : <TooFew />}
          {feedback.value.texts.length > 0 && (
            <ul className="opinions" aria-label="Yazılanlar">
              {feedback.value.texts.map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two people may write the same words.
                <li key={`${index} ${text}`}>{text}</li>
              ))}
            </ul>
          )}
          <p className="quiet">Yanıtlar adsızdır, sırası karışıktır ve bir yıl sonra silinir.</p>
        </>
      )}
    </section>
  );
}

const TooFew = () => (
  <p className="quiet">Ortalamalar ve yazılanlar {minAnswers}. yanıttan sonra görünür; böylece kimse tanınmaz.</p>
);

type Scores = Record<keyof typeof feedbackQuestions, number>;

function Averages({ averages }: { averages: Scores }) {
  return (
    <dl className="averages">
      {Object.entries(feedbackQuestions).map(([name, { question }]) => {
        const average = averages[name as keyof Scores];
        return (
          <div key={name}>
            <dt className="fine">{question}</dt>
            <dd>
              <meter min={1} max={5} value={average} aria-hidden="true" />
              <b>{formatNumber(average, 2)}</b> / 5
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
