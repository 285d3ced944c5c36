/** Limits the stand-in to what it models: everything else throws, so that no test passes although a part is missing. */
import { EventEmitter } from 'node:events';

/**
 * @template {object} T
 * @param {string} name of the object, for the error
 * @param {T} object
 * @returns {T} the object, which throws when a property is read that it does not have
 */
export function allowOnly(name, object) {
  return new Proxy(object, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || key === 'then' || key === 'toJSON' || key === 'domain')
        return Reflect.get(target, key, receiver);
      throw new Error(`The stand-in for Electron does not model ${name}.${key}.`);
    },
  });
}

/** An emitter of the events that the stand-in emits; a listener for another event would wait in vain. */
export class ModelledEvents extends EventEmitter {
  /**
   * @param {string} name of the object, for the error
   * @param {readonly string[]} events
   */
  constructor(name, events) {
    super();
    this.on('newListener', (event) => {
      if (event !== 'newListener' && !events.includes(String(event)))
        throw new Error(`The stand-in for Electron does not model the event "${String(event)}" of ${name}.`);
    });
  }

  /**
   * Emits an event that listeners can prevent.
   * @param {string} name
   * @param {object} details properties of the event
   * @param {...unknown} args
   * @returns {boolean} whether a listener called `preventDefault`
   */
  emitPreventable(name, details = {}, ...args) {
    const event = { ...details, defaultPrevented: false, preventDefault: () => undefined };
    event.preventDefault = () => {
      event.defaultPrevented = true;
    };
    this.emit(name, event, ...args);
    return event.defaultPrevented;
  }
}

/** Runs a promise that nothing awaits, and prints its failure, which fails the test if a part is missing. @param {Promise<unknown>} promise */
export function inBackground(promise) {
  promise.catch((error) => console.error(error));
}
