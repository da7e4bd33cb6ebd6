// Calls what the Java library for this API offers, once each, and lets it decode every answer.
//
// Arguments: address; email and API key of an owner, of a member; a folder for files. Prints one line of JSON: what
// the library made of each answer, or what it threw.

import com.github.jamesnetherton.zulip.client.Zulip;
import com.github.jamesnetherton.zulip.client.api.common.Operation;
import com.github.jamesnetherton.zulip.client.api.draft.Draft;
import com.github.jamesnetherton.zulip.client.api.draft.DraftType;
import com.github.jamesnetherton.zulip.client.api.message.Anchor;
import com.github.jamesnetherton.zulip.client.api.message.MessageFlag;
import com.github.jamesnetherton.zulip.client.api.message.MessageType;
import com.github.jamesnetherton.zulip.client.api.narrow.Narrow;
import com.github.jamesnetherton.zulip.client.api.server.ProfileFieldType;
import com.github.jamesnetherton.zulip.client.api.stream.StreamSubscriptionRequest;
import com.github.jamesnetherton.zulip.client.api.stream.TopicVisibilityPolicy;
import com.github.jamesnetherton.zulip.client.api.user.TypingOperation;
import com.github.jamesnetherton.zulip.client.util.JsonUtils;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;

public final class JavaDriver {
    interface Call<T> {
        T make() throws Exception;
    }

    interface Plain {
        void make() throws Exception;
    }

    private static final Map<String, Object> seen = new LinkedHashMap<>();

    private static <T> T note(String name, Call<T> call) {
        try {
            T answer = call.make();
            seen.put(name, answer);
            return answer;
        } catch (Throwable thrown) {
            seen.put(name, Map.of("thrown", String.valueOf(thrown)));
            return null;
        }
    }

    private static void done(String name, Plain call) {
        note(name, () -> {
            call.make();
            return "done";
        });
    }

    public static void main(String[] arguments) throws Exception {
        Zulip owner = new Zulip(arguments[1], arguments[2], arguments[0]);
        Zulip member = new Zulip(arguments[3], arguments[4], arguments[0]);
        Path folder = Path.of(arguments[5]);
        people(owner, member);
        channelsAndMessages(owner, member, folder);
        organization(owner, member, folder);
        events(owner, member);
        System.out.println(JsonUtils.getMapper().writeValueAsString(seen));
        System.exit(0);
    }

    private static void people(Zulip owner, Zulip member) {
        long me = note("getOwnUser", () -> member.users().getOwnUser().execute()).getUserId();
        note("getAllUsers", () ->
            member.users().getAllUsers().withClientGravatar(true).withIncludeCustomProfileFields(true).execute());
        note("getUser", () -> member.users().getUser(me).withIncludeCustomProfileFields(true).execute());
        note("getUser by address", () -> member.users().getUser("mia@example.com").execute());
        Long made = note("createUser", () ->
            owner.users().createUser("java@example.com", "Java Person", "a-long-java-password").execute());
        done("updateUser", () -> owner.users().updateUser(made).withFullName("Java Renamed").execute());
        done("deactivate", () -> owner.users().deactivate(made).execute());
        done("reactivate", () -> owner.users().reactivate(made).execute());
        done("mute", () -> member.users().mute(made).execute());
        done("unmute", () -> member.users().unmute(made).execute());
        note("addAlertWords", () -> member.users().addAlertWords("java").execute());
        note("getAllAlertWords", () -> member.users().getAllAlertWords().execute());
        note("removeAlertWords", () -> member.users().removeAlertWords("java").execute());
        done("updateOwnUserStatus", () ->
            member.users().updateOwnUserStatus().withStatusText("coding").withEmojiName("coffee")
                .withEmojiCode("2615").execute());
        note("updateOwnUserSettings", () ->
            member.users().updateOwnUserSettings().withTwentyFourHourTime(true).execute());
        note("updateNotificationSettings", () ->
            member.users().updateNotificationSettings().withEnableSounds(false).execute());
        note("getUserPresence", () -> owner.users().getUserPresence("mel@example.com").execute());
        note("getUserAttachments", () -> member.users().getUserAttachments().execute());
        done("createUserGroup", () ->
            owner.users().createUserGroup("java group", "made by a library", me).execute());
        var groups = note("getUserGroups", () -> owner.users().getUserGroups().execute());
        long group = groups.stream().filter(each -> each.getName().equals("java group")).findFirst().get().getId();
        done("updateUserGroup", () -> owner.users().updateUserGroup("java group 2", "other", group).execute());
        done("addUsersToGroup", () -> owner.users().addUsersToGroup(group, made).execute());
        done("removeUsersFromGroup", () -> owner.users().removeUsersFromGroup(group, made).execute());
        note("getUserGroupMembers", () ->
            owner.users().getUserGroupMembers(group).withDirectMemberOnly(true).execute());
        note("getSubGroupsOfUserGroup", () -> owner.users().getSubGroupsOfUserGroup(group).execute());
        note("getUserGroupMembershipStatus", () -> owner.users().getUserGroupMembershipStatus(group, me).execute());
        done("setTyping", () -> member.users().setTyping(TypingOperation.START, made).execute());
    }

    private static void channelsAndMessages(Zulip owner, Zulip member, Path folder) throws Exception {
        note("subscribe", () ->
            member.streams().subscribe(StreamSubscriptionRequest.of("java", "by a library"))
                .withAuthorizationErrorsFatal(false).execute());
        note("subscribe again", () ->
            member.streams().subscribe(StreamSubscriptionRequest.of("java", "by a library")).execute());
        long stream = note("getStreamId", () -> member.streams().getStreamId("java").execute());
        long me = member.users().getOwnUser().execute().getUserId();
        note("getStream", () -> member.streams().getStream(stream).execute());
        note("getAll", () ->
            owner.streams().getAll().withIncludeDefault(true).withIncludeSubscribed(true)
                .withIncludePublic(true).execute());
        note("getSubscribedStreams", () ->
            member.streams().getSubscribedStreams().withIncludeSubscribers(true).execute());
        note("isSubscribed", () -> member.streams().isSubscribed(me, stream).execute());
        note("getStreamSubscribers", () -> member.streams().getStreamSubscribers(stream).execute());
        done("updateStream", () -> owner.streams().updateStream(stream).withDescription("changed").execute());
        note("updateSubscriptionSettings", () ->
            member.streams().updateSubscriptionSettings().withColor(stream, "#aabbcc")
                .withPinToTop(stream, true).execute());
        done("addDefaultStream", () -> owner.streams().addDefaultStream(stream).execute());
        done("removeDefaultStream", () -> owner.streams().removeDefaultStream(stream).execute());
        done("setTyping in a channel", () ->
            member.users().setTyping(TypingOperation.START, stream, "one").execute());

        long sent = note("sendStreamMessage", () ->
            member.messages().sendStreamMessage("hello", "java", "one").execute());
        long toAll = note("sendStreamMessage to everyone", () ->
            member.messages().sendStreamMessage("@**all**", "general", "java").execute());
        note("getMessage with a mention of everyone", () -> member.messages().getMessage(toAll).execute());
        note("sendStreamMessage by id", () ->
            member.messages().sendStreamMessage("again", stream, "one").execute());
        note("sendDirectMessage", () ->
            member.messages().sendDirectMessage("by address", "mia@example.com").execute());
        note("sendDirectMessage by id", () -> member.messages().sendDirectMessage("by id", me).execute());
        note("sendPrivateMessage", () ->
            member.messages().sendPrivateMessage("old words", "mia@example.com").execute());
        File file = folder.resolve("java.txt").toFile();
        Files.writeString(file.toPath(), "from java");
        note("fileUpload", () -> member.messages().fileUpload(file).execute());
        done("addEmojiReaction", () -> member.messages().addEmojiReaction(sent, "tada").execute());
        note("getMessage", () -> member.messages().getMessage(sent).execute());
        note("getMessageMarkdown", () -> member.messages().getMessageMarkdown(sent).execute());
        note("getMessages", () ->
            member.messages().getMessages(10, 0, Anchor.NEWEST).withGravatar(true)
                .withNarrows(Narrow.of("stream", "java"), Narrow.ofNegated("is", "starred")).execute());
        note("getMessages first unread", () ->
            owner.messages().getMessages(50, 50, Anchor.FIRST_UNREAD)
                .withNarrows(Narrow.of("channel", "design")).execute());
        note("matchMessages", () ->
            member.messages().matchMessages().withMessageIds(sent)
                .withNarrows(Narrow.of("topic", "one")).execute());
        note("renderMessage", () -> member.messages().renderMessage("**bold**").execute());
        done("editMessage", () ->
            member.messages().editMessage(sent).withContent("edited").withTopic("two").execute());
        note("getMessageHistory", () -> member.messages().getMessageHistory(sent).execute());
        note("getMessageReadReceipts", () -> member.messages().getMessageReadReceipts(sent).execute());
        note("updateMessageFlags", () ->
            member.messages().updateMessageFlags(MessageFlag.STARRED, Operation.ADD, sent).execute());
        note("updateMessageFlagsForNarrow", () ->
            member.messages().updateMessageFlagsForNarrow(Anchor.OLDEST, 0, 10, Operation.ADD, MessageFlag.READ, Narrow.of("stream", "java")).execute());
        done("deleteEmojiReaction", () -> member.messages().deleteEmojiReaction(sent, "tada").execute());
        done("markTopicAsRead", () -> member.messages().markTopicAsRead(stream, "one").execute());
        done("markStreamAsRead", () -> member.messages().markStreamAsRead(stream).execute());
        done("markAllAsRead", () -> member.messages().markAllAsRead().execute());
        note("getTopics", () -> member.streams().getTopics(stream).execute());
        done("updateUserTopicPreferences", () ->
            member.streams().updateUserTopicPreferences(stream, "one", TopicVisibilityPolicy.MUTED).execute());
        done("muteTopic", () -> member.streams().muteTopic("two").withStreamId(stream).execute());
        done("unmuteTopic", () -> member.streams().unmuteTopic("two").withStreamId(stream).execute());
        Instant later = Instant.now().plusSeconds(86_400);
        Long scheduled = note("sendScheduledMessage", () ->
            member.messages().sendScheduledMessage(MessageType.STREAM, "later", later, stream)
                .withTopic("one").execute());
        note("sendScheduledMessage direct", () ->
            member.messages().sendScheduledMessage(MessageType.DIRECT, "later", later, me).execute());
        note("getScheduledMessages", () -> member.messages().getScheduledMessages().execute());
        done("editScheduledMessage", () ->
            member.messages().editScheduledMessage(scheduled).withContent("much later").execute());
        done("deleteScheduledMessage", () -> member.messages().deleteScheduledMessage(scheduled).execute());
        drafts(member, stream);
        done("deleteMessage", () -> owner.messages().deleteMessage(sent).execute());
        done("deleteTopic", () -> owner.streams().deleteTopic(stream, "one").execute());
        note("unsubscribe", () -> member.streams().unsubscribe("java", "announcements").execute());
        done("archiveStream", () -> owner.streams().archiveStream(stream).execute());
    }

    private static void drafts(Zulip member, long stream) {
        Draft draft = new Draft();
        draft.setType(DraftType.STREAM);
        draft.setTo(List.of(stream));
        draft.setTopic("one");
        draft.setContent("unfinished");
        draft.setTimestamp(Instant.now());
        List<Long> ids = note("createDrafts", () -> member.drafts().createDrafts(List.of(draft)).execute());
        note("getDrafts", () -> member.drafts().getDrafts().execute());
        draft.setId(ids.get(0));
        draft.setContent("less unfinished");
        done("editDraft", () -> member.drafts().editDraft(draft).execute());
        done("deleteDraft", () -> member.drafts().deleteDraft(ids.get(0)).execute());
    }

    private static void organization(Zulip owner, Zulip member, Path folder) throws Exception {
        note("getServerSettings", () -> member.server().getServerSettings().execute());
        File picture = folder.resolve("java.png").toFile();
        ImageIO.write(new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB), "png", picture);
        done("uploadEmoji", () -> owner.server().uploadEmoji("java_square", picture).execute());
        note("getEmoji", () -> member.server().getEmoji().execute());
        Long linkifier = note("addLinkifier", () ->
            owner.server().addLinkifier("JAVA-(?P<id>[0-9]+)", "https://example.com/java/{id}").execute());
        note("getLinkifiers", () -> member.server().getLinkifiers().execute());
        done("updateLinkifier", () ->
            owner.server().updateLinkifier(linkifier, "JV-(?P<id>[0-9]+)", "https://example.com/jv/{id}")
                .execute());
        done("deleteLinkifier", () -> owner.server().deleteLinkifier(linkifier).execute());
        note("addCodePlayground", () ->
            owner.server().addCodePlayground("Java place", "Java", "https://example.com/play").execute());
        Long field = note("createCustomProfileField", () ->
            owner.server().createCustomProfileField()
                .withSimpleFieldType(ProfileFieldType.SHORT_TEXT, "Java", "which one").execute());
        var fields = note("getCustomProfileFields", () -> owner.server().getCustomProfileFields().execute());
        done("reorderCustomProfileFields", () ->
            owner.server().reorderCustomProfileFields(fields.stream().mapToInt(each -> (int) each.getId()).toArray()).execute());
        done("deleteCustomProfileField", () -> owner.server().deleteCustomProfileField(field).execute());
        note("getApiKey", () -> member.server().getApiKey("mel@example.com", "demo-password").execute());
        note("getDevelopmentApiKey", () -> member.server().getDevelopmentApiKey("mel@example.com").execute());
        note("updateRealmNewUserDefaultSettings", () ->
            owner.server().updateRealmNewUserDefaultSettings().withEnableSounds(false).execute());
    }

    private static void events(Zulip owner, Zulip member) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        var poller = member.events().captureMessageEvents(message -> heard.add(message.getContent()), Narrow.of("stream", "general"));
        poller.start();
        owner.messages().sendStreamMessage("for java", "general", "events").execute();
        seen.put("heard", String.valueOf(heard.poll(20, TimeUnit.SECONDS)));
        poller.stop();
    }
}
