import { defineComponent, h, onMounted, ref } from "vue";

/**
 * A recording that moves when its reader wants it to: a still with the words for it, and a button that plays the recording in
 * its place and stops it. Without scripts, it is the still.
 */
export const Recording = defineComponent({
  props: { seconds: { type: String, required: true } },
  setup({ seconds }, { slots }) {
    const isReady = ref(false);
    const isPlaying = ref(false);
    onMounted(() => {
      isReady.value = true;
    });
    return () =>
      h("span", { class: "recording" }, [
        h("span", { class: "screen" }, [
          slots["still"]?.(),
          isPlaying.value ? h("span", { class: "film" }, slots["film"]?.()) : undefined,
        ]),
        h(
          "button",
          {
            type: "button",
            style: isReady.value ? undefined : "visibility: hidden",
            onClick: () => {
              isPlaying.value = !isPlaying.value;
            },
          },
          isPlaying.value ? "Stop the recording" : `Play the recording (${seconds} seconds)`,
        ),
      ]);
  },
});
