/** Where notices stand, in a chunk of its own: use `notify`. */
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { cssTransition, ToastContainer, toast } from 'react-toastify/unstyled';
import './toast-shelf.css';

/** The specified place and time. */
const AUTO_CLOSE_MS = 5000;
const DRAG_PERCENT = 80;
/** As many as can be read; more wait for one of them to go. */
const AT_ONCE = 3;

// The first class has the time: an animation of none may be over before the library listens for its end, which closes it.
const slide = cssTransition({
  enter: 'Toastify--animate toast-enter',
  exit: 'Toastify--animate toast-exit',
  collapseDuration: 180,
});

let ready: Promise<void> | undefined;

function mount(): Promise<void> {
  ready ??= new Promise((resolve) => {
    const place = document.createElement('div');
    document.body.append(place);
    createRoot(place).render(
      <>
        <ToastContainer
          position="top-right"
          autoClose={AUTO_CLOSE_MS}
          draggable
          draggablePercent={DRAG_PERCENT}
          limit={AT_ONCE}
          transition={slide}
          icon={({ type }) =>
            type === 'error' ? (
              <CircleAlert className="icon" aria-hidden="true" />
            ) : (
              <CircleCheck className="icon" aria-hidden="true" />
            )
          }
        />
        <Behind isThere={resolve} />
      </>,
    );
  });
  return ready;
}

/** The container listens from its effects on, which run before this one's; a notice before that would wait unseen. */
function Behind({ isThere }: { readonly isThere: () => void }) {
  useEffect(isThere, [isThere]);
  return null;
}

export async function put(kind: 'success' | 'error', text: string): Promise<void> {
  await mount();
  toast(text, { type: kind, role: kind === 'error' ? 'alert' : 'status' });
}
